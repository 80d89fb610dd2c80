interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly enum?: readonly unknown[];
  readonly 'x-extensible-enum'?: readonly unknown[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/**
 * Finds changes that break readers of the old schema: events that only the new one allows. New fields are compatible, and so are
 * new codes of an open list, which readers must expect. A closed list may become open if it keeps its codes. Returns each breaking
 * change with its path.
 */
export function breaks(before: unknown, after: unknown, place = ''): string[] {
  const [old, now] = [before as Schema, after as Schema];
  const found: string[] = [];
  for (const keyword of ['type', 'const', 'format', 'pattern', 'minimum'] as const) {
    if (old[keyword] !== undefined && old[keyword] !== now[keyword]) {
      found.push(`${place}: ${keyword} changed`);
    }
  }
  const codes = old.enum ?? old['x-extensible-enum'] ?? [];
  const open = now['x-extensible-enum'];
  const lost = open && codes.filter((code) => !open.includes(code));
  if (lost && lost.length > 0) found.push(`${place}: no longer names ${lost.join(', ')}`);
  if (!open && old['x-extensible-enum']) found.push(`${place}: names no codes any more`);
  if (old.enum && !open) {
    const more = now.enum?.filter((value) => !old.enum?.includes(value)) ?? ['anything'];
    if (more.length > 0) found.push(`${place}: may now be ${more.join(', ')}`);
  }
  for (const name of old.required ?? []) {
    if (!now.required?.includes(name)) found.push(`${place}/${name}: may be missing now`);
  }
  for (const [name, schema] of Object.entries(old.properties ?? {})) {
    const inside = now.properties?.[name];
    if (inside === undefined) found.push(`${place}/${name}: is gone`);
    else found.push(...breaks(schema, inside, `${place}/${name}`));
  }
  if (old.items) found.push(...breaks(old.items, now.items ?? {}, `${place}[]`));
  return found;
}
