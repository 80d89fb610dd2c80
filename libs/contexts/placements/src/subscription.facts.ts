import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { folioOrder, RecordOrderCommand } from '#libs/contexts/orders';
import { AggregateStore } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  FieldCode,
  fieldProblem,
  isLoginId,
  isOid,
  isRefusal,
  notFound,
  problemsOf,
  RefusedException,
} from '#libs/platform/kernel';
import { type OrderState, OrderStates } from '#libs/contexts/codes';
import { ReadModels } from '#libs/platform/read-models';
import type { SubscriptionIds } from './placement.events.js';
import { type SubscriptionDocument, subscriptionDocuments } from './subscription.document.js';
import { type AccountView, ownersOf } from '#libs/contexts/accounts';
import { memberDecider } from '#libs/contexts/members';
import { offerDecider } from './offer.js';
import { type AssociatedMember, headerProblem, subscriptionDecider } from './subscription.js';

/** Purchases outside the market belong to folio 02, Non-Folio Holdings. */
const NON_FOLIO_HOLDINGS = '02';

/** Number of the folio that holds the purchase orders of an account. */
export function folioOfPurchases(accountNumber: string): string {
  return accountNumber + NON_FOLIO_HOLDINGS;
}

@Injectable()
export class PurchaseOrders {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
  ) {}

  /**
   * Ends the purchase order of a subscription if it is still open. Returns undefined if there is none, else whether anything was
   * bought and the position of the new event, 0n if the order had already ended.
   * @param position of an event after the subscription was accepted
   * @throws RefusedException if concurrent changes keep winning
   */
  async end(
    { subscriptionOid, accountNumber }: SubscriptionIds,
    state: OrderState,
    position: bigint,
    metadata: CommandMetadata,
  ) {
    const model = this.readModels.of<SubscriptionDocument>(subscriptionDocuments);
    const folioOrderOid = (await model.get(subscriptionOid, position))?.purchaseOrderOid;
    if (folioOrderOid === undefined || folioOrderOid === null) return undefined;
    const { state: before } = await this.aggregates.load(folioOrder, folioOrderOid);
    if (!before) return undefined;
    let appended = 0n;
    if (OrderStates[before.state].open) {
      const folioNumber = folioOfPurchases(accountNumber);
      const request = { accountNumber, folioNumber, folioOrderOid, input: { state } };
      const outcome = await this.commands.execute(new RecordOrderCommand(request, metadata));
      if (!isRefusal(outcome)) appended = outcome.position;
      // else it has ended some other way meanwhile
      else if (outcome.kind !== 'invalid') throw new RefusedException(outcome);
    }
    const { state: after } = await this.aggregates.load(folioOrder, folioOrderOid);
    return { bought: (after?.executionDate ?? null) !== null, position: appended };
  }
}

/** Reads the member and offer a subscription names; reports a problem for each that is missing. */
export async function loadNamed(
  aggregates: AggregateStore,
  account: AccountView,
  loginId: string | undefined,
  offerOid: string | undefined,
) {
  const [member, offer] = await Promise.all([
    associatedMember(aggregates, account, loginId),
    offerOid !== undefined && isOid(offerOid)
      ? aggregates.load(offerDecider, offerOid).then(({ state }) => state)
      : undefined,
  ]);
  const problems = problemsOf(
    !member && headerProblem(loginId),
    offerOid !== undefined &&
      !offer &&
      fieldProblem('privatePlacementOfferOid', FieldCode.Value, 'There is no such offer.'),
  );
  return { member, offer, problems };
}

/** Undefined without the header, and if the firm has no such member, indistinguishable from another firm's member. */
async function associatedMember(
  aggregates: AggregateStore,
  account: AccountView,
  loginId: string | undefined,
): Promise<AssociatedMember | undefined> {
  if (loginId === undefined || !isLoginId(loginId)) return undefined;
  const { member } = (await aggregates.load(memberDecider, loginId)).state;
  if (member?.firmOid !== account.firmId) return undefined;
  return {
    loginId,
    isOwner: answersFor(account, loginId),
    isAccredited:
      member.profile.accreditedInvestorAnnualIncome === true ||
      member.profile.accreditedInvestorNetWorth === true,
  };
}

/** Whether a member owns an account or represents the corporate firm that owns it. */
export function answersFor(
  account: Pick<AccountView, 'primaryAccountOwner' | 'jointOwners' | 'requiredSigners'>,
  loginId: string,
): boolean {
  const signers = account.requiredSigners.map((signer) => signer.loginId);
  return [...ownersOf(account), ...signers].includes(loginId);
}

/**
 * Must run before `If-Match` is checked: a missing resource has no entity tag.
 * @throws RefusedException 404 if the account has no such subscription
 */
export async function requireSubscription(
  aggregates: AggregateStore,
  { accountNumber, subscriptionOid }: SubscriptionIds,
) {
  const known = isOid(subscriptionOid)
    ? await aggregates.load(subscriptionDecider, subscriptionOid)
    : undefined;
  if (known?.state?.accountNumber !== accountNumber) throw new RefusedException(notFound());
  return { ...known, state: known.state };
}
