export { bytesToHex } from '@noble/hashes/utils.js';
