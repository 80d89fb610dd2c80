export { AccountFollowUps } from './account-follow-ups.js';
export * from './billing-plan.reactions.js';
export * from './people.reactions.js';
export { FollowMembership } from './follow-membership.js';
export { ReleaseOldName } from './release-old-name.js';
