export * from './domain/offer.commands.js';
export type { Eligibility, Offer, OfferEvent, OfferingDocument } from './domain/offer.events.js';
export { offerDecider, type OfferState } from './domain/offer.js';
export * from './documents/offer.document.js';
export { placementEvents } from './placement.registry.js';
export { placements } from './placements.context.js';
