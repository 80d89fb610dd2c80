/** What a list was asked for; what is undefined was not. */
export type AskedQuery = Readonly<Record<string, string | number | undefined>>;

/**
 * The header that leads to the next page of a list: the same path and query, from the cursor on. None without a cursor: the
 * page was the last.
 */
export function nextPage(
  path: string,
  asked: AskedQuery,
  cursor: string | undefined,
): Record<string, string> {
  if (cursor === undefined) return {};
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) {
    if (value !== undefined) query.set(name, String(value));
  }
  query.set('cursor', cursor);
  return { link: `<${path}?${query.toString()}>; rel="next"` };
}
