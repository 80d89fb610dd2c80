import { codesOf, omit, wireTimestamp } from '#libs/platform/kernel';
import { streamPerDocument, type Projection } from '#libs/platform/read-models';
import type { CorporateActionEvent, Question, Vote } from '../domain/corporate-action.events.js';
import {
  actionId,
  type ActionState,
  corporateAction,
  evolveAction,
} from '../domain/corporate-action.js';
import { corporateActionEvents } from '../corporate-action.registry.js';
import { answerTo, voteOn } from '../domain/votes.js';
import type { CorporateActionResponse } from '../http/corporate-action.dto.js';

/** A corporate action of an account with its votes; `revision` is its entity tag. */
export type CorporateActionDocument = Readonly<
  ActionState & { accountNumber: string; notifid: string; revision: number }
>;

/** Index of the actions of an account. */
export const ACTIONS_OF_ACCOUNT = 'account';

/** Read model `corporateActions.action`, one document per account and notification. */
export const corporateActionDocuments: Projection<CorporateActionDocument, CorporateActionEvent> = {
  name: 'corporateActions.action',
  version: 1,
  indexes: [{ name: ACTIONS_OF_ACCOUNT, fields: ['accountNumber', 'notifid'] }],
  events: codesOf(corporateActionEvents),
  documents: ({ data }) => [actionId(data.accountNumber, data.notifid)],
  history: { streams: streamPerDocument(corporateAction), fixed: { [ACTIONS_OF_ACCOUNT]: 2 } },
  fold(document, event) {
    const state = evolveAction(document, event);
    if (!state) return undefined;
    const { accountNumber, notifid } = event.data;
    const { action, votes } = state;
    return { accountNumber, notifid, action, votes, revision: event.revision };
  },
};

/** The action as returned by GET. */
export function toCorporateActionResponse({
  notifid,
  action,
  votes,
}: CorporateActionDocument): CorporateActionResponse {
  const { links, deadline } = action;
  return {
    notifid,
    ...omit(action, 'links', 'docs'),
    deadline: deadline === null ? null : wireTimestamp(deadline),
    ...links,
    docs: action.docs,
    questions: action.questions.map((question) =>
      toQuestionResponse(question, voteOn(question, votes)),
    ),
  };
}

/**
 * The question with its vote. `sharesElected` is only on type C, `choices` and `possibleChoiceAnswers` only on type D. The vote on a
 * director is its `choiceAnswer`; once every director has one, `answer` has their codes, joined by commas.
 */
function toQuestionResponse(
  question: Question,
  vote: Vote | undefined,
): CorporateActionResponse['questions'][number] {
  const { questionsType, choices, possibleChoiceAnswers } = question;
  const answer = answerTo(question, vote);
  return {
    questionsId: question.questionsId,
    question: question.question,
    questionsType,
    answered: questionsType === 'C' ? vote !== undefined : answer !== null,
    answer,
    contested: question.contested,
    ...(questionsType === 'C' && { sharesElected: vote?.sharesElected ?? null }),
    managementSuggestion: question.managementSuggestion,
    ...(choices && {
      choices: choices.map((choice) => {
        const cast = vote?.choices?.find(({ choiceId }) => choiceId === choice.choiceId);
        return { ...choice, ...(cast && { choiceAnswer: cast.choiceAnswer }) };
      }),
    }),
    ...(possibleChoiceAnswers && { possibleChoiceAnswers }),
  };
}
