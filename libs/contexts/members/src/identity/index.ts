export * from './identity-provider.js';
export * from './sandbox-identity-provider.js';
