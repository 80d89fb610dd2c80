/** An error that handlers know by its class, whose name it has. */
export class NamedError extends Error {
  override readonly name: string = this.constructor.name;
}
