import { NamedError } from '#libs/platform/kernel';

/** Exit statuses of the command line. */
export const ExitStatus = {
  ok: 0,
  /** The command worked and found something, such as a difference. */
  finding: 1,
  /** Wrong usage, an invalid environment, or an unreachable service. */
  failed: 2,
  /** The service refused the request. */
  refused: 3,
} as const;

export type ExitStatus = (typeof ExitStatus)[keyof typeof ExitStatus];

/** A command can't do what was requested; the message is for the user. */
export class CommandFailure extends NamedError {
  constructor(
    message: string,
    readonly status: ExitStatus = ExitStatus.failed,
    /** HTTP status, if the service refused the request. */
    readonly httpStatus?: number,
    /** `errorCode` of the first problem of its response. */
    readonly code?: string,
  ) {
    super(message);
  }
}

/** A failure with the exit status of a refusal, for what the service would refuse. */
export function refused(message: string): CommandFailure {
  return new CommandFailure(message, ExitStatus.refused);
}

/** The code of an error of the system, or else its name. Not its message, which may quote data. */
export function reasonOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException;
  return code ?? name;
}
