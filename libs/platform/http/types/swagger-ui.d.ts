// the renderer's own types are of a package that is not needed for anything else
declare function SwaggerUIBundle(options: object): {
  readonly layoutActions: { updateFilter(phrase: string): void };
};
