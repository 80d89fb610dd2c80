import './wire/resources.cases.js';
import './wire/media-and-sizes.cases.js';
import './wire/failures.cases.js';
import './wire/location-and-extras.cases.js';
import { setUp } from './wire/set-up.js';

setUp();
