import type { FastifyRequest } from 'fastify';

/** Value of the `Link` header that leads to the next page: what was asked, from the cursor on. */
export function nextPage(request: FastifyRequest, baseUrl: string, cursor: string): string {
  const [path = '', query] = request.url.split('?', 2);
  const asked = new URLSearchParams(query);
  // by keys of its own, since names count in any letter case
  for (const name of new Set(asked.keys())) {
    if (name.toLowerCase() === 'cursor') asked.delete(name);
  }
  asked.set('cursor', cursor);
  return `<${baseUrl}${path}?${asked.toString()}>; rel="next"`;
}
