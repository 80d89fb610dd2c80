/** The store can't be used or did not answer in time (HTTP 503). The outcome of an append is then unknown. */
export class StoreUnavailableError extends Error {
  // Subclasses are reported under this name unless they override it.
  override readonly name: string = 'StoreUnavailableError';
  /** Whether the error lasts until the configuration or the server changes, such as wrong credentials or an untrusted certificate. */
  readonly permanent: boolean;
  /** The server's name or number for its error, if it sent one: for metrics. */
  readonly code: string | undefined;

  constructor(
    message: string,
    options: ErrorOptions & { readonly permanent?: boolean; readonly code?: string } = {},
  ) {
    super(message, options);
    this.permanent = options.permanent ?? false;
    this.code = options.code;
  }
}
