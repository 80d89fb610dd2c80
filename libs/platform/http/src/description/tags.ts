import type { ApiDocument } from './openapi.js';

/**
 * Tags of operations, in the order of the description. Each has its description and the prefixes of its paths, without parameters; the
 * longest prefix of all topics wins.
 */
export type ApiTopics = Readonly<
  Record<string, readonly [description: string, ...prefixes: string[]]>
>;

/** Returns the topic of an operation, or the first resource of its path if there is none. */
export function tagOf(path: string, topics: ApiTopics): string {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  for (let length = segments.length; length > 0; length--) {
    const prefix = segments.slice(0, length).join('/');
    const topic = Object.entries(topics).find(([, [, ...prefixes]]) => prefixes.includes(prefix));
    if (topic !== undefined) return topic[0];
  }
  return segments[0] === 'restapi' ? (segments[1] ?? '') : (segments[0] ?? '');
}

/** Describes the tags that occur. */
export function tagsOf(names: Iterable<string>, topics: ApiTopics): ApiDocument['tags'] {
  const occurring = new Set(names);
  const declared = Object.entries(topics).filter(([name]) => occurring.delete(name));
  return [
    ...declared.map(([name, [description]]) => ({ name, description })),
    ...[...occurring].map((name) => ({ name, description: `Everything under ${name}` })),
  ];
}
