// Served from the package, next to the page's own files.
export { md5 } from '@noble/hashes/legacy.js';
