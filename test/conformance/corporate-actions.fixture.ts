import type { ClientAnswer } from '#libs/client';
import { expectStatus, type ServiceUnderTest } from '../support/running-service.js';

export type Body = Readonly<Record<string, unknown>>;

export const election = (fields: Body = {}): Body => ({
  questionsId: 'q-d',
  question: 'Election of directors',
  questionsType: 'D',
  contested: true,
  managementSuggestion: 'For all nominees',
  choices: [choice(), choice({ choice: 'Bob Bold', choiceId: '1', contested: true })],
  possibleChoiceAnswers: ['0', '3'],
  ...fields,
});
export const choice = (fields: Body = {}): Body => ({
  choice: 'Ann Able',
  choiceId: '0',
  managementSuggestion: 'For',
  contested: false,
  ...fields,
});
const plain = (questionsType: string, question: string, fields: Body): Body => ({
  questionsId: `q-${questionsType.toLowerCase()}`,
  question,
  questionsType,
  contested: false,
  managementSuggestion: 'For',
  ...fields,
});
export const proposal = (fields: Body = {}): Body => plain('P', 'Ratify the auditor', fields);
export const sayOnPay = (fields: Body = {}): Body => plain('S', 'How often?', fields);
export const tender = (fields: Body = {}): Body => plain('C', 'Tender at 12.00', fields);

/** Links of [corporate-action.links]. */
export const LINKS = [
  'companyWebsite',
  'financialReport',
  'proxyStatement',
  'dutchAuction',
  'exchangeOffer',
  'mergerElection',
  'purchaseOffer',
  'rightsOffer',
  'tenderOffer',
  'warrentsOffer',
];

/** A corporate action with every key except links, and a question of each type. */
export const actionBody = (fields: Body = {}): Body => ({
  issuer: 'International Business Machines',
  ticker: 'IBM',
  activity: 'Annual meeting',
  description: 'Annual meeting of shareholders',
  introText: 'Please vote your shares.',
  status: 'Open',
  type: 'P',
  deadline: '2099-04-01T16:00:00.000-04:00',
  shares: '125.5',
  docs: [{ fileLocation: 'https://www.example.com/10k.pdf', description: 'Annual report' }],
  questions: [election(), proposal(), sayOnPay(), tender()],
  ...fields,
});

let count = 0;

/** A unique notification id in the format of the public samples. */
export function newNotification(): string {
  return `55484347429${process.pid}${String(++count).padStart(4, '0')}`;
}

/** The actions of one account. */
export class ActionsUnderTest {
  constructor(
    readonly service: ServiceUnderTest,
    readonly accountNumber: string,
  ) {}

  get list(): string {
    return `/restapi/accounts/${this.accountNumber}/corporateactions`;
  }

  path(notifid: string): string {
    return `${this.list}/${notifid}`;
  }

  put(notifid: string, body: unknown): Promise<ClientAnswer> {
    const path = `/backoffice/accounts/${this.accountNumber}/corporateactions/${notifid}`;
    return this.service.backoffice.put(path, body);
  }

  /** Announces an action. Returns its id. */
  async announce(fields: Body = {}): Promise<string> {
    const notifid = newNotification();
    expectStatus(await this.put(notifid, actionBody(fields)), 200);
    return notifid;
  }

  async read(notifid: string): Promise<Body> {
    const answer = await this.service.client.get(this.path(notifid));
    expectStatus(answer, 200);
    return answer.body as Body;
  }

  vote(notifid: string, ...questions: readonly Body[]): Promise<ClientAnswer> {
    return this.service.client.put(this.path(notifid), { questions });
  }
}
