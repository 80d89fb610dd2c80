import { Injectable } from '@nestjs/common';
import { AggregateStore, type Claim, Reservations } from '#libs/platform/event-store';
import { RefusedException } from '#libs/platform/http';
import { type CommandMetadata, loginIdKey, type Problem, refuse } from '#libs/platform/kernel';
import type { ExecuteOptions, ReservationOwner } from '#libs/platform/service';

/** What keeps a login id with one holder: while the holder's stream is appended to, and for good once that says so. */
@Injectable()
export abstract class HeldLoginId<Holder extends string> implements ReservationOwner {
  abstract readonly kind: string;
  /** Kind of the values that these are the same as; default the own one. */
  protected readonly valuesOf: string | undefined = undefined;
  /** What is wrong when another holder has the login id. */
  protected abstract readonly taken: Problem;

  constructor(
    protected readonly aggregates: AggregateStore,
    protected readonly reservations: Reservations,
  ) {}

  /** The login id a holder has according to its stream. */
  protected abstract loginIdOf(holder: string): Promise<string | undefined>;

  /**
   * Appends to the holder's stream while the login id is held for it. The reservation outlives a refusal only where the
   * holder has the login id already: from the same request sent twice, or from another that was faster.
   * @param append makes the login id the holder's for good alongside what follows from its events
   * @throws RefusedException
   */
  async during<T>(
    loginId: string,
    holder: Holder,
    metadata: CommandMetadata,
    append: (options: ExecuteOptions) => Promise<T>,
  ): Promise<T> {
    const claim = this.#claim(loginId, holder);
    if (!(await this.reservations.reserve(claim, metadata))) {
      throw new RefusedException(refuse(this.taken));
    }
    const key = this.key(loginId);
    try {
      const alongside = () => this.reservations.keep(key, claim, metadata);
      return await append({ alongside });
    } catch (error) {
      if (error instanceof RefusedException) {
        await this.reservations.settle(key, claim, await this.holds(holder, key), metadata);
      }
      throw error;
    }
  }

  /** Appends to the stream of a holder that says already that the login id is its own, and makes it the holder's for good. */
  async again<T>(
    loginId: string,
    holder: Holder,
    metadata: CommandMetadata,
    append: () => Promise<T>,
  ): Promise<T> {
    const outcome = await append();
    await this.reservations.keep(this.key(loginId), this.#claim(loginId, holder), metadata);
    return outcome;
  }

  async holds(holder: string, key: string): Promise<boolean> {
    const loginId = await this.loginIdOf(holder);
    return loginId !== undefined && this.key(loginId) === key;
  }

  protected key(loginId: string): string {
    return this.reservations.key(this.#claim(loginId, ''));
  }

  #claim(loginId: string, holder: string): Claim {
    return { kind: this.kind, valuesOf: this.valuesOf, value: loginIdKey(loginId), holder };
  }
}
