export * from './create-firm.js';
export * from './create-member.js';
export * from './create-trustee.js';
export * from './define-client.js';
export * from './login-ids.js';
export * from './representation.js';
