import {
  FieldCode,
  fieldProblem,
  problemsOf,
  refuse,
  RefusedException,
  throwIfProblems,
} from '#libs/platform/kernel';
import { isAccountNumber } from '#libs/contexts/codes';
import { ahead, type FeedReader, positionAt } from './feed.queries.js';

/**
 * Log position after which events come again.
 * @throws RefusedException if the start is none of the firm's
 */
export async function placeOfReplay(
  reader: FeedReader,
  firmId: string,
  start: ReplayStart,
): Promise<bigint> {
  const { cursor, accountNumber, sequence } = start;
  if (accountNumber === undefined && sequence === undefined) {
    const named = { at: cursor, field: 'cursor' };
    const place = positionAt(named);
    if (!(await reader.has(place))) throw ahead(named);
    return place;
  }
  const problems = problemsOf(
    cursor !== undefined &&
      fieldProblem(
        'cursor',
        FieldCode.Value,
        'It is not accepted with accountNumber and sequence.',
      ),
    accountNumber === undefined && fieldProblem('accountNumber', FieldCode.Required),
    sequence === undefined && fieldProblem('sequence', FieldCode.Required),
  );
  throwIfProblems(problems);
  const [entry] = isAccountNumber(accountNumber ?? '')
    ? await reader.ofAccount(firmId, accountNumber ?? '', (sequence ?? 1) - 1, 1)
    : [];
  if (!entry) {
    const none = 'No account of the firm has an event with this sequence.';
    throw new RefusedException(refuse(fieldProblem('sequence', FieldCode.Value, none)));
  }
  return reader.before(entry.position);
}
export interface ReplayStart {
  readonly cursor?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly sequence?: number | undefined;
}
