/** What a header such as `Accept` or `Accept-Encoding` names, in lower case, each with how much it is wanted, from 0 to 1 (RFC 9110 §12.4.2). */
export function weightsIn(header: string): readonly (readonly [name: string, weight: number])[] {
  return header.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const [q] = parameters.flatMap((text) => /^q=([01](?:\.\d*)?)$/.exec(text)?.[1] ?? []);
    return [name, q === undefined ? 1 : Number(q)];
  });
}
