// served from the package beside the page's own files
export { md5 } from '@noble/hashes/legacy.js';
