export { SandboxClocks } from './clock.facts.js';
export { SandboxRequests } from './every-request/sandbox-requests.js';
export { SandboxModule } from './sandbox.module.js';
