import { ProblemsException } from '#libs/platform/http';
import { FieldCode, fieldProblem } from '#libs/platform/kernel';
import { InvalidCursorError } from '#libs/platform/read-models';

/** Reads a page; a cursor that is none ends the request with 400. */
export async function refusingBadCursor<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof InvalidCursorError)) throw error;
    throw new ProblemsException(400, [fieldProblem('cursor', FieldCode.Value)]);
  }
}
