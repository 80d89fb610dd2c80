/** Alternative spellings of body fields ([request.spelling]) and their canonical names; they count only if the shape has that field. */
export const FIELD_ALIASES: Readonly<Record<string, string>> = {
  securityExclusions: 'securityExclusion',
  issueExclusions: 'issueExclusion',
  sectorExclusions: 'sectorExclusion',
  SSN: 'ssn',
  questionId: 'questionsId',
  questionType: 'questionsType',
};

/** Alternative names of query parameters, in lower case as they are compared ([request.query]). */
export const QUERY_ALIASES: Readonly<Record<string, string>> = {
  subcategory: 'subcategoryname',
};
