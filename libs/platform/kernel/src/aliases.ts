/**
 * Every other spelling of a body field that is accepted on input ([request.spelling]), with the canonical name it stands for. It
 * counts only where the request shape has the canonical field.
 */
export const FIELD_ALIASES: Readonly<Record<string, string>> = {
  securityExclusions: 'securityExclusion',
  issueExclusions: 'issueExclusion',
  sectorExclusions: 'sectorExclusion',
  SSN: 'ssn',
  questionId: 'questionsId',
  questionType: 'questionsType',
};

/** The same for query parameters, which are compared in lower case ([request.query]). */
export const QUERY_ALIASES: Readonly<Record<string, string>> = {
  subcategory: 'subcategoryname',
};
