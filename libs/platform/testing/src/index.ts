export * from './decider-specification.js';
export * from './projection-specification.js';
export * from './request-body.js';
