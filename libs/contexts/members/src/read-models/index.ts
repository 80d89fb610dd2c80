export * from './client.document.js';
export * from './firm.document.js';
export * from './member.document.js';
export * from './trustee.document.js';
export * from './views.js';
