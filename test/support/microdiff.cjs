// Its CommonJS build has the function as a property; Node's import of it, which the service uses, is the function.
module.exports = require('../../node_modules/microdiff/dist/index.cjs').default;
