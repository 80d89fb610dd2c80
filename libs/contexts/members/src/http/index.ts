export * from './address.dto.js';
export * from './firm.dto.js';
export * from './person-responses.dto.js';
export * from './person.dto.js';
export * from './query.dto.js';
