import { NamedError } from '#libs/platform/kernel';

/** Exit statuses of the command line. */
export const ExitStatus = {
  ok: 0,
  /** The command did its work and found something, such as a difference. */
  finding: 1,
  /** Wrong usage, a wrong environment, or a service that can't be reached. */
  failed: 2,
  /** The service said no. */
  refused: 3,
} as const;

export type ExitStatus = (typeof ExitStatus)[keyof typeof ExitStatus];

/** What was asked for can't be done; the message is for the person who asked. */
export class CommandFailure extends NamedError {
  constructor(
    message: string,
    readonly status: ExitStatus = ExitStatus.failed,
    /** Status of the answer, where it was the service that said no. */
    readonly answered?: number,
  ) {
    super(message);
  }
}

/** What the service refuses, or would: nobody is asked about it. */
export function refused(message: string): CommandFailure {
  return new CommandFailure(message, ExitStatus.refused);
}
