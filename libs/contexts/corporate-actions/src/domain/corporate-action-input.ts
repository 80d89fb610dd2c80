import { FieldCode, type InputReader, isTicker, type SentValue } from '#libs/platform/kernel';
import { CorporateActionTypes, LINKS, type LinkName } from './corporate-action.codes.js';
import type { CorporateActionInput, QuestionInput } from './corporate-action.commands.js';
import type { ActionDocument, CorporateAction, Question, Vote } from './corporate-action.events.js';
import { Limit, MAX_SIZE } from './limits.js';
import { readQuestion, readReportedVote } from './question-input.js';
import { SHARE_DECIMALS, voteOn } from './votes.js';

/** A scheme other than these could be run by the browser that shows the link. */
const isLink = (text: string): boolean =>
  /^\S+$/.test(text) && (!/^[a-z][a-z0-9+.-]*:/i.test(text) || /^https?:\/\//i.test(text));

function readLink(reader: InputReader, field: string, sent: SentValue<string>): string | null {
  const link = reader.text(field, sent, { max: Limit.link });
  if (link !== null && link !== '' && !isLink(link)) {
    reader.problem(field, FieldCode.Value, 'a link: https, http or without a scheme');
  }
  return link;
}

function readTicker(reader: InputReader, sent: SentValue<string>): string | null {
  if (sent === undefined || sent === null) return null;
  if (!isTicker(sent)) reader.problem('ticker', FieldCode.Value, 'not a ticker');
  return sent;
}

/** Limits the length of a list, so that an endless one does not get an endless answer. */
function atMost<T>(
  reader: InputReader,
  field: string,
  sent: SentValue<readonly T[]>,
  most: number,
): readonly T[] {
  if (!sent || sent.length <= most) return sent ?? [];
  reader.problem(field, FieldCode.Length, `at most ${most} items`);
  return [];
}

function readDocs(
  reader: InputReader,
  sent: CorporateActionInput['docs'],
): readonly ActionDocument[] {
  return atMost(reader, 'docs', sent, Limit.docs).flatMap(
    ({ fileLocation, description: text }, index) => {
      const at = reader.at(`docs[${index}]`);
      at.present('fileLocation', fileLocation);
      const link = readLink(at, 'fileLocation', fileLocation);
      const description = at.text('description', text, { max: Limit.description });
      return link === null ? [] : [{ fileLocation: link, description }];
    },
  );
}

function readLinks(
  reader: InputReader,
  input: CorporateActionInput,
): Partial<Record<LinkName, string>> {
  const links: Partial<Record<LinkName, string>> = {};
  for (const name of LINKS) {
    const link = readLink(reader, name, input[name]);
    if (link !== null) links[name] = link;
  }
  return links;
}

/** Questions, and votes on those that no vote stands on; what can't be read is left out together with a problem. */
function readQuestions(
  reader: InputReader,
  sent: readonly QuestionInput[],
  shares: string | null,
  standing: readonly Vote[],
): { readonly questions: readonly Question[]; readonly votes: readonly Vote[] } {
  const questions: Question[] = [];
  const votes: Vote[] = [];
  const seen = new Set<string>();
  for (const [index, item] of sent.entries()) {
    const at = reader.at(`questions[${index}]`);
    const question = readQuestion(at, item);
    if (!question) continue;
    const { questionsId } = question;
    if (seen.has(questionsId)) at.problem('questionsId', FieldCode.Value, 'is there twice');
    seen.add(questionsId);
    questions.push(question);
    if (voteOn(question, standing)) continue;
    const vote = readReportedVote(at, question, item, shares);
    if (vote) votes.push(vote);
  }
  return { questions, votes };
}

/**
 * Reads an action into canonical form, with the votes that come with it where none stands: votes that stand are kept, and
 * what the body says of them is not looked at ([vote.cast]). Undefined only together with a problem.
 */
export function readAction(
  reader: InputReader,
  notifid: string,
  input: CorporateActionInput,
  standing: readonly Vote[],
): { readonly action: CorporateAction; readonly votes: readonly Vote[] } | undefined {
  reader.matches('notifid', input.notifid, notifid);
  reader.present('issuer', input.issuer);
  const type = reader.requiredCode(CorporateActionTypes, 'type', input.type);
  const title = { max: Limit.title };
  const issuer = reader.text('issuer', input.issuer, title);
  const sent = atMost(reader, 'questions', input.questions, Limit.questions);
  if (sent.some(({ questionsType }) => questionsType === 'C')) {
    reader.present('shares', input.shares);
  }
  const shares = reader.quantity('shares', input.shares, { decimals: SHARE_DECIMALS });
  const long = (most: number) => ({ max: most, lines: true });
  const links = readLinks(reader, input);
  const rest = {
    ticker: readTicker(reader, input.ticker),
    activity: reader.text('activity', input.activity, title),
    description: reader.text('description', input.description, long(Limit.description)),
    introText: reader.text('introText', input.introText, long(Limit.introText)),
    status: reader.text('status', input.status, title),
    deadline: reader.timestamp('deadline', input.deadline),
    shares: shares?.toString() ?? null,
    links,
    docs: readDocs(reader, input.docs),
  };
  const { questions, votes } = readQuestions(reader, sent, rest.shares, standing);
  if (reader.problems.length > 0 || issuer === null || type === null) return undefined;
  const action = { issuer, type, ...rest, questions };
  if (JSON.stringify(action).length > MAX_SIZE) {
    reader.problem('questions', FieldCode.Length, 'the action is too long as a whole');
    return undefined;
  }
  return { action, votes };
}
