// The official types would need another package.
declare function SwaggerUIBundle(options: object): {
  readonly layoutActions: { updateFilter(phrase: string): void };
};
