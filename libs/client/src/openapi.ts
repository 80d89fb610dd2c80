// Generated from the API description by `npm run client:generate`.

export interface paths {
  '/.well-known/audit-keys.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Public keys of exports and daily roots */
    get: operations['Proofs_keys'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/asyncapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the AsyncAPI description of the events */
    get: operations['Contract_asyncApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/accounts/{accountnumber}/achbanklinks/{banklinkoid}/microdeposits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the micro-deposits of a bank link
     * @description Requires the role backoffice.
     */
    get: operations['BackofficeMicroDeposits_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/accounts/{accountnumber}/cashtransaction/{cashtransactionoid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Report a cash transaction or a change of its status
     * @description Requires the role backoffice.
     */
    put: operations['BackofficeCashTransactions_putByAlias'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/accounts/{accountnumber}/cashtransactions/{cashtransactionoid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Report a cash transaction or a change of its status
     * @description Requires the role backoffice.
     */
    put: operations['BackofficeCashTransactions_put'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/accounts/{accountnumber}/corporateactions/{notificationid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Define or change a corporate action
     * @description Requires the role backoffice.
     */
    put: operations['BackofficeCorporateActions_put'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/accounts/{accountnumber}/folios/{folionumber}/orders/{oid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Record the state of a folio order, or an order placed elsewhere
     * @description Requires the role backoffice.
     */
    put: operations['BackofficeOrders_put'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/accounts/{accountnumber}/folios/{folionumber}/performance/unitvalues': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Record unit values of a folio
     * @description Requires the role backoffice.
     */
    put: operations['BackofficeUnitValues_put'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/accounts/{accountnumber}/folios/{folionumber}/positions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Set the positions of a folio
     * @description Requires the role backoffice.
     */
    put: operations['BackofficePositions_set'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/accounts/{accountnumber}/folios/{folionumber}/transactions/{transactionid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Report or correct a folio transaction
     * @description Requires the role backoffice.
     */
    put: operations['BackofficeFolioTransactions_put'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/accounts/{accountnumber}/privateplacementorders/{oid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Record the state of a private placement subscription
     * @description Requires the role backoffice.
     */
    put: operations['BackofficeSubscriptions_put'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/accounts/{accountnumber}/reportedtaxlots/{originatingtxnid}/{closingtxnid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Report or correct a closed tax lot
     * @description Requires the role backoffice.
     */
    put: operations['BackofficeTaxLots_putLot'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/accounts/{accountnumber}/taxdata': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Set whether the tax data of an account is available
     * @description Requires the role backoffice.
     */
    put: operations['BackofficeTaxLots_putTaxData'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/firms/{firmId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Define or change an institutional firm
     * @description Requires the role operator.
     */
    put: operations['Firms_define'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/firms/{firmId}/billingplans/{oid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Define or change a billing plan
     * @description Requires the role backoffice.
     */
    put: operations['BackofficeBillingPlans_put'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/firms/{firmId}/clients/{apiKey}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Define or change an API client
     * @description Requires the role operator.
     */
    put: operations['Clients_define'];
    post?: never;
    /**
     * Revoke an API client
     * @description Requires the role operator.
     */
    delete: operations['Clients_revoke'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/firms/{firmId}/clients/{apiKey}/secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the shared secret of an API client
     * @description Requires the role operator.
     */
    post: operations['Clients_replaceSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import many resources, one line {path, body} each, with responses in order
     * @description Requires the role backoffice or operator.
     */
    post: operations['Import_import'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/members/{loginid}/ifas/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Raise or change an item for attention
     * @description Requires the role backoffice.
     */
    put: operations['BackofficeItems_put'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/members/{loginid}/verification': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Record the result of an identity check
     * @description Requires the role backoffice.
     */
    put: operations['Verifications_record'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/privateplacementoffers/{oid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Define or change an offer
     * @description Requires the role backoffice.
     */
    put: operations['BackofficeOffers_put'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/privateplacementoffers/{oid}/documents/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Define or change a document of an offer
     * @description Requires the role backoffice.
     */
    put: operations['BackofficeOffers_putDocument'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/backoffice/rtgs/{oid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Define or change an RTG folio
     * @description Requires the role backoffice.
     */
    put: operations['BackofficeRtgs_put'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/console': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Console of operators and auditors */
    get: operations['Console_page'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/console/{file}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** File of the console */
    get: operations['Console_file'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Liveness: the process is running */
    get: operations['Health_live'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Readiness: stores are available and projections up to date */
    get: operations['Health_ready'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Metrics for Prometheus; without credentials only from the local machine */
    get: operations['Metrics_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/achbanklinks/{banklinkoid}/unlock': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Allow the bank account of a link to be verified again
     * @description Requires the role operator.
     */
    post: operations['OperatorBankLinks_unlock'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/audit/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export stored events with proof (docs/audit.md)
     * @description Requires the role operator or auditor.
     */
    get: operations['Proofs_export'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/audit/roots': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List daily roots, newest first
     * @description Returns pages of 31 items unless `limit` is given.
     *
     *     Requires the role operator or auditor.
     */
    get: operations['Proofs_roots'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/audit/sensitivereads': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List sensitive reads
     * @description Returns pages of 50 items unless `limit` is given.
     *
     *     Requires the role operator or auditor.
     */
    get: operations['SensitiveReads_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/audit/signing-key/rotation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the key of exports and daily roots
     * @description Requires the role operator.
     */
    post: operations['Proofs_rotate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/caller': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Who the caller is
     * @description Requires the role client, backoffice, operator, or auditor.
     */
    get: operations['Caller_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/clients': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List API clients
     * @description Returns pages of 1000 items unless `limit` is given.
     *
     *     Requires the role operator or auditor.
     */
    get: operations['ClientList_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/consumers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get all consumers of the log and their parked events
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role operator or auditor.
     */
    get: operations['Consumers_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/consumers/{name}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Retry parked events of a consumer
     * @description Requires the role operator.
     */
    post: operations['Consumers_retry'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/consumers/{name}/skip': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Skip a parked event
     * @description Requires the role operator.
     */
    post: operations['Consumers_skip'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/erasures': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List erasures
     * @description Returns pages of 1000 items unless `limit` is given.
     *
     *     Requires the role operator or auditor.
     */
    get: operations['Erasure_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/keys/master-key': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the number of keys under each master key
     * @description Requires the role operator or auditor.
     */
    get: operations['MasterKey_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/keys/master-key/replacement': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Encrypt every key with the new master key
     * @description Requires the role operator.
     */
    post: operations['MasterKey_replace'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/mails': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List mails
     * @description Returns pages of 100 items unless `limit` is given.
     *
     *     Requires the role operator or auditor.
     */
    get: operations['Mails_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/mails/{mailid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a mail
     * @description Requires the role operator or auditor.
     */
    get: operations['Mails_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/mails/{mailid}/requeue': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Requeue a failed mail
     * @description Requires the role operator.
     */
    post: operations['Mails_requeue'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/members/{loginid}/erasure': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the erasure status of a member or trustee
     * @description Requires the role operator or auditor.
     */
    get: operations['Erasure_get'];
    put?: never;
    /**
     * Erase the personal data of a member or trustee
     * @description Requires the role operator.
     */
    post: operations['Erasure_erase'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/projections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get all read models and their progress
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role operator or auditor.
     */
    get: operations['Projections_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/projections/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a read model, with document counts
     * @description Requires the role operator or auditor.
     */
    get: operations['Projections_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/projections/{name}/generations/{collection}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Drop a generation that is not live
     * @description Requires the role operator.
     */
    delete: operations['Projections_drop'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/projections/{name}/generations/{collection}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Compare a generation with the live one
     * @description Requires the role operator or auditor.
     */
    get: operations['Projections_diff'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/projections/{name}/progress': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow the rebuild of a read model
     * @description Requires the role operator or auditor.
     */
    get: operations['Projections_progress'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/projections/{name}/rebuild': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rebuild a read model
     * @description Requires the role operator.
     */
    post: operations['Projections_rebuild'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/projections/{name}/skip': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Let a stopped read model skip an event
     * @description Requires the role operator.
     */
    post: operations['Projections_skip'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/projections/{name}/switch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Choose the live generation
     * @description Requires the role operator.
     */
    post: operations['Projections_switchTo'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the webhooks of all firms
     * @description Returns pages of 200 items unless `limit` is given.
     *
     *     Requires the role operator or auditor.
     */
    get: operations['WebhookStatuses_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/webhooks/{webhookid}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the deliveries of a webhook of any firm
     * @description Returns pages of 100 items unless `limit` is given.
     *
     *     Requires the role operator or auditor.
     */
    get: operations['WebhookStatuses_deliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/webhooks/{webhookid}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replay events to a webhook of any firm
     * @description Requires the role operator.
     */
    post: operations['WebhookStatuses_replay'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List accounts
     * @description Returns pages of 1000 items unless `limit` is given.
     *
     *     Requires the role client or auditor.
     */
    get: operations['Accounts_list'];
    put?: never;
    /**
     * Create an account
     * @description Requires the role client.
     */
    post: operations['Accounts_open'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an account
     * @description Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
     */
    get: operations['Accounts_get'];
    /**
     * Update an account
     * @description Requires the role client. The acting member holds AC or AM on the account, or is the firm’s API client acting for itself, to close it.
     */
    put: operations['Accounts_update'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/achbanklinks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the bank links of an account
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['BankLinks_list'];
    put?: never;
    /**
     * Link a bank account
     * @description Requires the role client. The acting member holds AC, AM, TM, or MM on the account.
     */
    post: operations['BankLinks_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/achbanklinks/{banklinkoid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a bank link
     * @description Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['BankLinks_get'];
    /**
     * Cancel a bank link
     * @description Requires the role client. The acting member holds AC, AM, TM, or MM on the account.
     */
    put: operations['BankLinks_cancel'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/achbanklinks/{banklinkoid}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * History of a bank link
     * @description Returns pages of 50 items unless `limit` is given.
     *
     *     Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['History_ofBankLink'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/cashtransaction/{cashtransactionoid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a cash transaction
     * @description Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['CashTransactions_getByAlias'];
    /**
     * Cancel a cash transaction
     * @description Requires the role client. The acting member holds AC, AM, TM, or MM on the account.
     */
    put: operations['CashTransactions_cancelByAlias'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/cashtransactions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the cash transactions of an account
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['CashTransactions_list'];
    put?: never;
    /**
     * Create a cash transaction
     * @description Requires the role client. The acting member holds AC, AM, TM, or MM on the account.
     */
    post: operations['CashTransactions_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/cashtransactions/{cashtransactionoid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a cash transaction
     * @description Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['CashTransactions_get'];
    /**
     * Cancel a cash transaction
     * @description Requires the role client. The acting member holds AC, AM, TM, or MM on the account.
     */
    put: operations['CashTransactions_cancel'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/cashtransfers/checkinstructions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get check deposit instructions
     * @description Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['CheckInstructions_regular'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/cashtransfers/expresscheckinstructions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get overnight check deposit instructions
     * @description Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['CheckInstructions_express'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/corporateactions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get all corporate actions
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['CorporateActions_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/corporateactions/{notificationid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a corporate action
     * @description Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['CorporateActions_get'];
    /**
     * Vote on a corporate action
     * @description Requires the role client. The acting member holds AC, AM, TM, or TR on the account.
     */
    put: operations['CorporateActions_vote'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/customeragreement': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the signatures on the customer agreement
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['Agreement_list'];
    put?: never;
    /**
     * Submit a customer signature
     * @description Requires the role client. The acting member holds AC or AM on the account, or has to sign.
     */
    post: operations['Agreement_sign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the events of an account
     * @description Returns pages of 200 items unless `limit` is given.
     *
     *     Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['Feed_ofAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/folios': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the folios of an account
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
     */
    get: operations['Folios_list'];
    put?: never;
    /**
     * Create a folio
     * @description Requires the role client. The acting member holds AC or AM on the account.
     */
    post: operations['Folios_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/folios/{folionumber}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a folio
     * @description Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
     */
    get: operations['Folios_get'];
    /**
     * Update or close a folio
     * @description Requires the role client. The acting member holds AC or AM on the account.
     */
    put: operations['Folios_update'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/folios/{folionumber}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * History of a folio
     * @description Returns pages of 50 items unless `limit` is given.
     *
     *     Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['History_ofFolio'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/folios/{folionumber}/orders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the orders of a folio
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['Orders_list'];
    put?: never;
    /**
     * Create a folio order
     * @description Requires the role client. The acting member holds AC, AM, TM, or TR on the account.
     */
    post: operations['Orders_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/folios/{folionumber}/orders/{oid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a folio order
     * @description Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['Orders_get'];
    /**
     * Cancel a folio order
     * @description Requires the role client. The acting member holds AC, AM, TM, or TR on the account.
     */
    put: operations['Orders_cancel'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/folios/{folionumber}/performance/rawdata': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the recorded unit values of a folio
     * @description Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
     */
    get: operations['Performance_rawData'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/folios/{folionumber}/performance/summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the return of a folio over a range
     * @description Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
     */
    get: operations['Performance_summary'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/folios/{folionumber}/performance/unitvalues': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the performance unit values of a folio
     * @description Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
     */
    get: operations['Performance_unitValues'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/folios/{folionumber}/positions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the positions of a folio
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
     */
    get: operations['Folios_positions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/folios/{folionumber}/rtgsubscription': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Subscribe a folio to an RTG folio
     * @description Requires the role client. The acting member holds AC, AM, TM, or TR on the account.
     */
    put: operations['RtgSubscription_subscribe'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/folios/{folionumber}/targetweights': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the target weights of a folio
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
     */
    get: operations['Folios_targetWeights'];
    /**
     * Update the target weights of a folio
     * @description Requires the role client. The acting member holds AC, AM, TM, or TR on the account.
     */
    put: operations['Folios_setTargetWeights'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/folios/{folionumber}/transactions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the transactions of a folio
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['FolioTransactions_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * History of an account
     * @description Returns pages of 50 items unless `limit` is given.
     *
     *     Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['History_ofAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/orders/{oid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a folio order of an account
     * @description Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['AccountOrders_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/permissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get account permissions
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account, owns it, or is the firm’s API client acting for itself.
     */
    get: operations['Permissions_list'];
    put?: never;
    /**
     * Grant a permission to a member
     * @description Requires the role client. The acting member holds AC or AM on the account.
     */
    post: operations['Permissions_grant'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/permissions/{loginid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the permission of a member
     * @description Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account, owns it, or is the firm’s API client acting for itself.
     */
    get: operations['Permissions_get'];
    /**
     * Change the permission of a member
     * @description Requires the role client. The acting member holds AC or AM on the account, owns it, or is the firm’s API client acting for itself.
     */
    put: operations['Permissions_change'];
    post?: never;
    /**
     * Revoke the permission of a member
     * @description Requires the role client. The acting member holds AC or AM on the account, owns it, or is the firm’s API client acting for itself.
     */
    delete: operations['Permissions_revoke'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/privateplacementorders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the private placement subscriptions
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['Subscriptions_list'];
    put?: never;
    /**
     * Create a private placement subscription
     * @description Requires the role client. The acting member holds AC, AM, TM, or TR on the account.
     */
    post: operations['Subscriptions_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/privateplacementorders/{oid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a private placement subscription
     * @description Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['Subscriptions_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/reportedtaxlots/{originatingtxnid}/{closingtxnid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a reported closed tax lot
     * @description Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
     */
    get: operations['ReportedTaxLots_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/restrictions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the restrictions of an account
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
     */
    get: operations['Restrictions_list'];
    put?: never;
    /**
     * Restrict an account
     * @description Requires the role client. The acting member holds AC or AM on the account.
     */
    post: operations['Restrictions_add'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/restrictions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a restriction
     * @description Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
     */
    get: operations['Restrictions_get'];
    put?: never;
    post?: never;
    /**
     * Lift a restriction
     * @description Requires the role client. The acting member holds AC or AM on the account.
     */
    delete: operations['Restrictions_remove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/verify/{banklinkoid}/ownerverification': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Verify a bank link as its owner
     * @description Requires the role client. The acting member holds AC, AM, TM, or MM on the account.
     */
    post: operations['Verifications_verifyOwner'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/accounts/{accountnumber}/verify/microdeposits/{banklinkoid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Verify a micro-deposit bank link
     * @description Requires the role client. The acting member holds AC, AM, TM, or MM on the account.
     */
    put: operations['Verifications_verify'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the events of all accounts
     * @description Returns pages of 200 items unless `limit` is given.
     *
     *     Requires the role client or auditor.
     */
    get: operations['Feed_ofFirm'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/firms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List firms
     * @description Returns pages of 1000 items unless `limit` is given.
     *
     *     Requires the role client or auditor.
     */
    get: operations['Firms_list'];
    put?: never;
    /**
     * Create a corporate firm
     * @description Requires the role client.
     */
    post: operations['Firms_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/firms/{firmId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a firm
     * @description Requires the role client or auditor.
     */
    get: operations['Firms_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/firms/{firmId}/billingplans': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the billing plans of a firm
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor.
     */
    get: operations['BillingPlans_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/firms/{firmId}/billingplans/{billingplanoid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a billing plan
     * @description Requires the role client or auditor.
     */
    get: operations['BillingPlans_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/firms/{firmId}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * History of a firm
     * @description Returns pages of 50 items unless `limit` is given.
     *
     *     Requires the role client or auditor.
     */
    get: operations['History_ofFirm'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List members
     * @description Returns pages of 1000 items unless `limit` is given.
     *
     *     Requires the role client or auditor.
     */
    get: operations['Members_list'];
    put?: never;
    /**
     * Create a member
     * @description Requires the role client.
     */
    post: operations['Members_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/members/{loginid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a member
     * @description Requires the role client or auditor.
     */
    get: operations['Members_get'];
    /**
     * Update a member
     * @description Requires the role client.
     */
    put: operations['Members_update'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/members/{loginid}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * History of a member
     * @description Returns pages of 50 items unless `limit` is given.
     *
     *     Requires the role client or auditor.
     */
    get: operations['History_ofMember'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/members/{loginid}/ifas': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the items for attention of a member
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor.
     */
    get: operations['Items_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/members/{loginid}/ifas/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an item for attention
     * @description Requires the role client or auditor.
     */
    get: operations['Items_get'];
    /**
     * View or answer an item for attention
     * @description Requires the role client.
     */
    put: operations['Items_respond'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/members/{loginid}/membership': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * End or resume the membership of a member
     * @description Requires the role client.
     */
    put: operations['Membership_change'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/members/{loginid}/orders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get all folio orders for a member
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor.
     */
    get: operations['MemberOrders_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/members/{loginid}/verifications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the status of the identity check
     * @description Requires the role client or auditor.
     */
    get: operations['Verifications_status'];
    put?: never;
    /**
     * Repeat the identity check
     * @description Requires the role client.
     */
    post: operations['Verifications_resubmit'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/privateplacementoffers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the offers open to the firm
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor.
     */
    get: operations['Offers_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/privateplacementoffers/{oid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an offer
     * @description Requires the role client or auditor.
     */
    get: operations['Offers_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/privateplacementoffers/{oid}/documents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the documents of an offer
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor.
     */
    get: operations['Offers_documents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/privateplacementoffers/{oid}/documents/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a document of an offer
     * @description X-Associated-Member-Id names the client the document is fetched for; required except for auditors.
     *
     *     Requires the role client or auditor.
     */
    get: operations['Offers_document'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/rtgs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get all RTG folios
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client or auditor.
     */
    get: operations['Rtgs_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/rtgs/{oid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an RTG folio
     * @description Requires the role client or auditor.
     */
    get: operations['Rtgs_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/trustees': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List trustees
     * @description Returns pages of 1000 items unless `limit` is given.
     *
     *     Requires the role client or auditor.
     */
    get: operations['Trustees_list'];
    put?: never;
    /**
     * Create a trustee
     * @description Requires the role client.
     */
    post: operations['Trustees_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/trustees/{loginid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a trustee
     * @description Requires the role client or auditor.
     */
    get: operations['Trustees_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get all webhooks
     * @description Returns pages of 200 items unless `limit` is given.
     *
     *     Requires the role client.
     */
    get: operations['Webhooks_list'];
    put?: never;
    /**
     * Create a webhook
     * @description Requires the role client.
     */
    post: operations['Webhooks_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/webhooks/{webhookid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a webhook
     * @description Requires the role client.
     */
    get: operations['Webhooks_get'];
    /**
     * Change a webhook
     * @description Requires the role client.
     */
    put: operations['Webhooks_update'];
    post?: never;
    /**
     * Delete a webhook
     * @description Requires the role client.
     */
    delete: operations['Webhooks_delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/webhooks/{webhookid}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the deliveries of a webhook
     * @description Returns pages of 100 items unless `limit` is given.
     *
     *     Requires the role client.
     */
    get: operations['Deliveries_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/webhooks/{webhookid}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replay events to a webhook
     * @description Requires the role client.
     */
    post: operations['Deliveries_replay'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/webhooks/{webhookid}/secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the secret of a webhook
     * @description Requires the role client.
     */
    post: operations['Webhooks_rotate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/restapi/webhooks/{webhookid}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test message to a webhook
     * @description Requires the role client.
     */
    post: operations['Deliveries_test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sandbox/accounts/{accountnumber}/achbanklinks/{banklinkoid}/microdeposits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the micro-deposits of a bank link
     * @description Requires the role client. Only for the API client of a sandbox firm; 404 for other firms.
     */
    get: operations['Outside_microDeposits'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sandbox/accounts/{accountnumber}/folios/{folionumber}/orders/{oid}/fill': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Fill an order
     * @description Requires the role client. Only for the API client of a sandbox firm; 404 for other firms.
     */
    post: operations['Outside_fill'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sandbox/accounts/{accountnumber}/folios/{folionumber}/orders/{oid}/reject': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reject an order
     * @description Requires the role client. Only for the API client of a sandbox firm; 404 for other firms.
     */
    post: operations['Outside_reject'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sandbox/accounts/{accountnumber}/fund': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Deposit cash in an account
     * @description Requires the role client. Only for the API client of a sandbox firm; 404 for other firms.
     */
    post: operations['Outside_fund'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sandbox/backoffice': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send back-office reports, one after the other
     * @description Returns the whole list unless `limit` or `cursor` is given.
     *
     *     Requires the role client. Only for the API client of a sandbox firm; 404 for other firms.
     */
    post: operations['Outside_report'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sandbox/clock': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the clock of the firm
     * @description Requires the role client. Only for the API client of a sandbox firm; 404 for other firms.
     */
    get: operations['Clock_get'];
    put?: never;
    /**
     * Move the clock of the firm forward
     * @description Requires the role client. Only for the API client of a sandbox firm; 404 for other firms.
     */
    post: operations['Clock_move'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sandbox/members/{loginid}/verification': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Report the result of an identity check
     * @description Requires the role client. Only for the API client of a sandbox firm; 404 for other firms.
     */
    post: operations['Outside_answer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/schemas/events/{file}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the JSON Schema of a type of event */
    get: operations['Contract_schema'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    About: {
      /**
       * @description Name of the id
       * @example folioNumber
       */
      name: string;
      /**
       * @description The id
       * @example RA1B2C3D4E03
       */
      value: string;
    };
    Account: {
      /**
       * @description Name; null once the owner's personal data has been erased
       * @example Jane first
       */
      accountName: string | null;
      /**
       * @description Account number
       * @example RA1B2C3D4E
       */
      accountNumber: string;
      /**
       * @description Corporate types and revocable trust
       * @example Acme LLC
       */
      accountRegistrationInfo: string | null;
      /**
       * @description Whether the account is open, restricted or closed. `OPEN` Open, `RESTRICTED` Open, with restrictions, `CLOSED` Closed permanently
       * @enum {string}
       */
      accountStatus: 'OPEN' | 'RESTRICTED' | 'CLOSED';
      /**
       * @description Type of the account. `9` SIMPLE IRA, `I` Individual, `J` Joint tenants with rights of survivorship, `K` Joint tenants in common, `L` Joint community property, `M` Joint tenants by the entirety, `U` Custodial, `P` SEP IRA, `Q` Rollover IRA, `R` Traditional IRA, `S` Roth IRA, `X` Revocable trust, `D` Business trust, `A` Corporation, `F` Limited liability company, `E` Limited partnership, `B` General partnership, `V` Unincorporated organization, `C` Investment club, `H` Sole proprietorship
       * @example I
       * @enum {string}
       */
      accountType:
        | '9'
        | 'I'
        | 'J'
        | 'K'
        | 'L'
        | 'M'
        | 'U'
        | 'P'
        | 'Q'
        | 'R'
        | 'S'
        | 'X'
        | 'D'
        | 'A'
        | 'F'
        | 'E'
        | 'B'
        | 'V'
        | 'C'
        | 'H';
      /**
       * @description An advisory plan of the firm
       * @example 2000001
       */
      billingPlanOid: string;
      /**
       * @description Branch of the firm
       * @example B7
       */
      branchCode: string | null;
      /** @description Who inherits if no primary beneficiary does; retirement accounts, only with primary ones */
      contingentBeneficiaries: components['schemas']['Beneficiary'][];
      /**
       * Format: date-time
       * @description When it was opened
       * @example 2026-03-02T15:00:00.000+00:00
       */
      creationDate: string;
      /**
       * @description Tax lot relief method; AVGC for all non-taxable accounts and no others. `FIFO` First in, first out, `LIFO` Last in, first out, `LGHL` Maximize losses, minimize gains, `HGLL` Maximize gains, minimize losses, `LLTG` Lowest long-term gain, `LSTG` Lowest short-term gain, `HLTG` Highest long-term gain, `HSTG` Highest short-term gain, `AVGC` Average cost, `WLFS` Weighted by tax rates, losses first, `WGFS` Weighted by tax rates, gains first
       * @example LGHL
       * @enum {string}
       */
      defaultTaxLotSelection:
        | 'FIFO'
        | 'LIFO'
        | 'LGHL'
        | 'HGLL'
        | 'LLTG'
        | 'LSTG'
        | 'HLTG'
        | 'HSTG'
        | 'AVGC'
        | 'WLFS'
        | 'WGFS';
      /**
       * Format: date
       * @description First contribution; SIMPLE IRA only
       */
      initContributionDate: string | null;
      /** @description Excluded issues */
      issueExclusion: components['schemas']['Exclusion'][];
      /**
       * @description Login ids; joint types and revocable trust
       * @example [
       *       "john.doe"
       *     ]
       */
      jointOwners: string[];
      /**
       * Format: decimal
       * @description Percent; only for WLFS and WGFS
       * @example 15.5
       */
      longTermTaxRate: string | null;
      /** @description Custodial account */
      minor: components['schemas']['Minor'] | null;
      /**
       * @description Login id of a member, or firm id for a corporate account
       * @example jane.doe
       */
      primaryAccountOwner: string;
      /** @description Who inherits; retirement accounts */
      primaryBeneficiaries: components['schemas']['Beneficiary'][];
      /**
       * @description Representative of the firm
       * @example R9
       */
      repCode: string | null;
      /**
       * @description Ids of the restrictions in force
       * @example [
       *       "2542671282"
       *     ]
       */
      restrictions: string[];
      /** @description Excluded sectors */
      sectorExclusion: components['schemas']['Exclusion'][];
      /** @description Excluded tickers */
      securityExclusion: components['schemas']['Exclusion'][];
      /**
       * Format: decimal
       * @description Percent; only for WLFS and WGFS
       * @example 37
       */
      shortTermTaxRate: string | null;
      /**
       * @description Corporation and LLC. `S` S corporation, `C` C corporation, `P` Partnership
       * @enum {string|null}
       */
      taxClassification: 'S' | 'C' | 'P' | null;
      /** @description People the firm may contact about the account */
      trustedContacts: components['schemas']['TrustedContact'][];
      /**
       * @description Login ids; corporate types
       * @example [
       *       "tess.fox"
       *     ]
       */
      trustees: string[];
      /**
       * @description Backup withholding. `C` Subject to backup withholding, `N` Not subject to backup withholding
       * @enum {string}
       */
      w9BackupWithholding: 'C' | 'N';
    };
    Actor: {
      /**
       * @description Login id of the acting member
       * @example acme.api
       */
      actingMember: string | null;
      /**
       * @description X-Associated-Member-Id of the request
       * @example jane.doe
       */
      associatedMember: string | null;
      /**
       * @description API key, token subject or process that acted
       * @example acme-key
       */
      caller: string;
    };
    Address: {
      /**
       * @description City
       * @example Atlanta
       */
      city: string;
      /**
       * @description Defaults to US
       * @example US
       */
      country: string;
      /**
       * @description First line of the street address
       * @example 101 Howard Ln
       */
      line1: string;
      /**
       * @description Second line
       * @example Floor 9
       */
      line2?: string;
      /**
       * @description Two letters in the US
       * @example GA
       */
      state?: string;
      /**
       * @description ZIP code
       * @example 30301
       */
      zipcode?: string;
    };
    AddressInput: {
      /**
       * @description City
       * @example Atlanta
       */
      city: string;
      /**
       * @description Defaults to US
       * @example US
       */
      country?: string | null;
      /**
       * @description First line of the street address
       * @example 101 Howard Ln
       */
      line1: string;
      /**
       * @description Second line
       * @example Floor 9
       */
      line2?: string | null;
      /**
       * @description Two letters in the US
       * @example GA
       */
      state?: string | null;
      /**
       * @description ZIP code
       * @example 30301
       */
      zipcode?: string | null;
    };
    AssetFees: {
      /** @description Tiers by asset value, without gaps */
      assetFeeTiers: components['schemas']['AssetFeeTier'][];
      /**
       * @description When asset fees are charged, and on which balance. `A` In arrears, on the average daily balance of the period before, `F` In advance, on the closing value of the period before
       * @enum {string}
       */
      billingMode: 'A' | 'F';
      /**
       * @description M month, D day
       * @enum {string}
       */
      billingPeriodType: 'M' | 'D';
      /**
       * @description 1, 3 or 12 with M; 30 or 60 with D
       * @example 3
       */
      billingPeriodValue: string;
      /**
       * Format: decimal
       * @description Dollars
       * @example 25.00
       */
      flatFee: string;
      /**
       * @description How the tiers apply. `M` Tiered: each tier at its own rate, `S` Tapered: the whole basis at the rate of the highest tier
       * @enum {string}
       */
      tierType: 'M' | 'S';
    };
    AssetFeesInput: {
      /** @description Tiers by asset value, without gaps */
      assetFeeTiers: components['schemas']['AssetFeeTierInput'][];
      /**
       * @description When asset fees are charged, and on which balance. `A` In arrears, on the average daily balance of the period before, `F` In advance, on the closing value of the period before
       * @enum {string}
       */
      billingMode: 'A' | 'F';
      /**
       * @description M month, D day
       * @enum {string}
       */
      billingPeriodType: 'M' | 'D';
      /**
       * @description 1, 3 or 12 with M; 30 or 60 with D
       * @example 3
       */
      billingPeriodValue: string | number;
      /**
       * Format: decimal
       * @description Dollars
       * @example 25.00
       */
      flatFee?: string | number | null;
      /**
       * @description How the tiers apply. `M` Tiered: each tier at its own rate, `S` Tapered: the whole basis at the rate of the highest tier
       * @enum {string}
       */
      tierType: 'M' | 'S';
    };
    AssetFeeTier: {
      /**
       * Format: decimal
       * @description Rate, hundredths of a percent
       * @example 75
       */
      basisPoints: string;
      /**
       * Format: decimal
       * @description Dollars, or Infinity
       * @example Infinity
       */
      maxAssetValue: string;
      /**
       * Format: decimal
       * @description Dollars
       * @example 0
       */
      minAssetValue: string;
    };
    AssetFeeTierInput: {
      /**
       * Format: decimal
       * @description Rate, hundredths of a percent
       * @example 75
       */
      basisPoints: string | number;
      /**
       * Format: decimal
       * @description Dollars, or Infinity
       * @example Infinity
       */
      maxAssetValue: string | number;
      /**
       * Format: decimal
       * @description Dollars
       * @example 0
       */
      minAssetValue: string | number;
    };
    BankLink: {
      /**
       * @description Account number
       * @example RA1B2C3D4E
       */
      accountNumber: string;
      /**
       * @description Type of the bank account. `C` Checking, `S` Savings
       * @enum {string}
       */
      accountType: 'C' | 'S';
      /**
       * @description The last four digits
       * @example 6789
       */
      bankAccountNumber: string;
      /**
       * @description Id of the bank link
       * @example 4711
       */
      bankLinkOid: string;
      /**
       * @description Name of the bank
       * @example First Bank
       */
      bankName: string | null;
      /**
       * Format: date-time
       * @description When it was created
       * @example 2026-03-02T15:00:00.000+00:00
       */
      creationDate: string;
      /**
       * @description Verified by micro-deposits; na: by the owner
       * @enum {boolean|string}
       */
      mdverify: true | false | 'na';
      /**
       * @description Name on the bank account
       * @example Jane Doe
       */
      nameOnAccount: string | null;
      /**
       * @description Login id of an owner of the account
       * @example jane.doe
       */
      ownerLoginId: string;
      /**
       * @description ABA routing number
       * @example 021000021
       */
      routingNumber: string | null;
      /**
       * @description A active, D deleted. `A` Active, `D` Deleted
       * @enum {string}
       */
      status: 'A' | 'D';
      /** @description Whether the link is verified */
      verifyStatus: boolean;
    };
    BankLinkVerification: {
      /**
       * @description Id of the bank link
       * @example 4711
       */
      bankLinkOid: string;
      /** @description Whether the link is verified */
      verifyStatus: boolean;
    };
    Beneficiary: {
      /**
       * @description Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen
       * @example C
       * @enum {string|null}
       */
      citizenship: 'C' | 'R' | 'N' | 'U' | null;
      /**
       * Format: date-time
       * @description Date of birth
       * @example 1980-05-17T00:00:00.000+00:00
       */
      dateOfBirth: string;
      /**
       * @description First name
       * @example Tom
       */
      firstName: string;
      /**
       * @description Last name
       * @example Doe
       */
      lastName: string;
      /**
       * @description Middle name
       * @example Ann
       */
      middleName: string | null;
      /**
       * @description Relationship to the owner. `S` Spouse, `O` Other
       * @example S
       * @enum {string}
       */
      relationship: 'S' | 'O';
      /**
       * Format: decimal
       * @description Percent; the shares of a list add up to 100
       * @example 100
       */
      sharePct: string;
      /**
       * @description Social security number
       * @example 078051121
       */
      ssn: string;
      /**
       * @description Suffix of the name
       * @example Jr.
       */
      suffix: string | null;
      /**
       * @description Form of address
       * @example Ms.
       */
      title: string | null;
    };
    BeneficiaryInput: {
      /**
       * @description Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen
       * @example C
       * @enum {string|null}
       */
      citizenship?: 'C' | 'R' | 'N' | 'U' | null;
      /**
       * @description Date of birth
       * @example 1980-05-17T00:00:00.000+00:00
       */
      dateOfBirth: string;
      /**
       * @description First name
       * @example Tom
       */
      firstName: string;
      /**
       * @description Last name
       * @example Doe
       */
      lastName: string;
      /**
       * @description Middle name
       * @example Ann
       */
      middleName?: string | null;
      /**
       * @description Relationship to the owner. `S` Spouse, `O` Other
       * @example S
       * @enum {string}
       */
      relationship: 'S' | 'O';
      /**
       * Format: decimal
       * @description Percent; the shares of a list add up to 100
       * @example 100
       */
      sharePct: string | number;
      /**
       * @description Social security number
       * @example 078051121
       */
      ssn?: string | number;
      /**
       * @deprecated
       * @description Another spelling of ssn
       */
      SSN?: string | number;
      /**
       * @description Suffix of the name
       * @example Jr.
       */
      suffix?: string | null;
      /**
       * @description Form of address
       * @example Ms.
       */
      title?: string | null;
    };
    BillingPlan: {
      /** @description Not on platform plans */
      assetFees?: components['schemas']['AssetFees'];
      /**
       * @description Same as in the path
       * @example 2000001
       */
      billingPlanId: string;
      /**
       * @description A advisory, P platform, B brokerage; this or billingType is required
       * @enum {string}
       */
      billingPlanType: 'A' | 'P' | 'B';
      /**
       * @description Alias of billingPlanType
       * @enum {string}
       */
      billingType: 'A' | 'P' | 'B';
      /** @description Advisory plans only */
      commissionFees?: components['schemas']['CommissionFee'][];
      /**
       * @description Description of the plan
       * @example Tiered
       */
      description: string | null;
      /** @description Platform plans only */
      folioFees?: components['schemas']['FolioFees'];
      /**
       * @description Name of the plan
       * @example Advisory
       */
      name: string;
    };
    Caller: {
      /**
       * @description API key or token subject
       * @example memorandum
       */
      id: string;
      /**
       * @description Roles of the caller
       * @example [
       *       "operator"
       *     ]
       */
      roles: string[];
    };
    CancelBankLink: {
      /**
       * @description Id in the path
       * @example 4711
       */
      bankLinkOid: string | number;
      /**
       * @description delete
       * @example delete
       */
      op: string;
      /**
       * @description Login id of an owner of the account
       * @example jane.doe
       */
      ownerLoginId: string | number;
      /**
       * @description D cancels the link
       * @example D
       * @enum {string}
       */
      status: 'D';
    };
    CancelCashTransaction: {
      /**
       * @description Reason for the cancellation as text
       * @example Entered twice
       */
      cancelReason?: string | null;
      /**
       * @description 8 cancelled by user, 99 cancel for update, 100 other. `8` Cancelled by user, `99` Cancel for update, `100` Other
       * @example 8
       * @enum {string|integer}
       */
      cancelReasonCode: '8' | '99' | '100' | 8 | 99 | 100;
      /**
       * @description For a repeating transaction: cancel the whole series
       * @enum {boolean|string|null}
       */
      cancelSeriesFlag?: true | false | 'true' | 'false' | null;
    };
    CancelOrder: {
      /**
       * @description Account number in the path
       * @example RA1B2C3D4E
       */
      accountNumber?: string | number | null;
      /**
       * @description Folio number in the path
       * @example RA1B2C3D4E03
       */
      folioNumber?: string | number | null;
      /**
       * @description Id of the order in the path
       * @example 723967613562004
       */
      folioOrderOid?: string | number | null;
      /**
       * @description C cancels an open order
       * @example C
       * @enum {string}
       */
      state: 'C';
    };
    CashTransaction: {
      /**
       * Format: decimal
       * @description US dollars
       * @example 0.00
       */
      accountFees: string;
      /**
       * @description Registered owner of the account
       * @example Jane Doe
       */
      accountRegistration: string | null;
      /**
       * Format: decimal
       * @description US dollars
       * @example 250.00
       */
      amount: string;
      /**
       * @description Reason for the cancellation as text
       * @example Entered twice
       */
      cancelReason: string | null;
      /**
       * @description Why it was cancelled. `8` Cancelled by user, `99` Cancel for update, `100` Other
       * @example 8
       * @enum {string|null}
       */
      cancelReasonCode: '8' | '99' | '100' | null;
      /**
       * Format: date-time
       * @description When the transaction was created
       */
      createDateTime: string;
      /**
       * @description Reason for an IRA withdrawal. `N` Normal, `P` Premature, `S` SEP 72(t), `E` Death
       * @example N
       * @enum {string|null}
       */
      distributionReasonCode: 'N' | 'P' | 'S' | 'E' | null;
      /**
       * Format: date
       * @description Last day for a transfer
       * @example 2026-12-31
       */
      endDate: string | null;
      /**
       * @description How the series ends. `transfersInfinite` No end, `transfersMaxNumOf` After a number of transfers, `transfersEndDate` After a date
       * @example transfersInfinite
       * @enum {string|null}
       */
      endDateChoice: 'transfersInfinite' | 'transfersMaxNumOf' | 'transfersEndDate' | null;
      /**
       * Format: decimal
       * @description Percent or US dollars, see type
       * @example 10.00
       */
      fedWithholdAmount: string | null;
      /**
       * @description How federal taxes are withheld. `P` Percent, `D` Fixed dollars, `N` None
       * @enum {string|null}
       */
      fedWithholdType: 'P' | 'D' | 'N' | null;
      /**
       * @description Contribution year of an IRA deposit
       * @example 2026
       */
      iraContributionYear: string | null;
      /**
       * @description Id in the path
       * @example 9021
       */
      oid: string;
      /**
       * Format: date
       * @description Day in New York; the first day of a repeating transaction
       * @example 2026-11-30
       */
      processDate: string;
      /**
       * @description Id of its series
       * @example 638674315177595
       */
      repeatCashTransactionOid: string | null;
      /**
       * @description Weeks, months or years between transfers
       * @example 1
       */
      repeatInterval: string | null;
      /**
       * @description Day of the week (1 is Sunday), month or year
       * @example 3
       */
      repeatOffset: string | null;
      /**
       * @description O one-time, W weekly, M monthly, Y yearly. `O` One-time, `W` Weekly, `M` Monthly, `Y` Yearly
       * @enum {string}
       */
      repeatType: 'O' | 'W' | 'M' | 'Y';
      /**
       * @description Where the money comes from
       * @example First Bank 0001
       */
      sourceDescription: string | null;
      /**
       * @description Bank link for a deposit, account number for a withdrawal
       * @example 4711
       */
      sourceId: string | null;
      /**
       * Format: decimal
       * @description Percent or US dollars, see type
       * @example 3.00
       */
      stateWithholdAmount: string | null;
      /**
       * @description How state taxes are withheld. `P` Percent, `D` Fixed dollars, `N` None
       * @enum {string|null}
       */
      stateWithholdType: 'P' | 'D' | 'N' | null;
      /**
       * @description PD pending, PR processing, CL completed, CC cancelled, RJ rejected. `PD` Pending, `PR` Processing, `CL` Completed, `CC` Cancelled, `RJ` Rejected
       * @enum {string}
       */
      status: 'PD' | 'PR' | 'CL' | 'CC' | 'RJ';
      /**
       * @description Where the money goes
       * @example Jane first
       */
      targetDescription: string | null;
      /**
       * @description Bank link for a withdrawal, account number for a deposit
       * @example RA1B2C3D4E
       */
      targetId: string | null;
      /**
       * @description AHD ACH deposit, AHW ACH withdrawal, CRW check, COW check overnight, WIW wire withdrawal. `AHD` ACH deposit, `AHW` ACH withdrawal, `CRW` Check regular withdrawal, `COW` Check overnight withdrawal, `WIW` Wire withdrawal
       * @example AHD
       * @enum {string}
       */
      transactionType: 'AHD' | 'AHW' | 'CRW' | 'COW' | 'WIW';
    };
    CashTransactionInput: {
      /**
       * Format: decimal
       * @description US dollars
       * @example 0.00
       */
      accountFees?: string | number | null;
      /**
       * @description Registered owner of the account
       * @example Jane Doe
       */
      accountRegistration?: string | null;
      /**
       * Format: decimal
       * @description US dollars
       * @example 250.00
       */
      amount?: string | number | null;
      /**
       * @description Reason for the cancellation as text
       * @example Entered twice
       */
      cancelReason?: string | null;
      /**
       * @description Why it was cancelled. `8` Cancelled by user, `99` Cancel for update, `100` Other
       * @example 8
       * @enum {string|integer|null}
       */
      cancelReasonCode?: '8' | '99' | '100' | 8 | 99 | 100 | null;
      /** @description When the transaction was created */
      createDateTime?: string | null;
      /**
       * @description Reason for an IRA withdrawal. `N` Normal, `P` Premature, `S` SEP 72(t), `E` Death
       * @example N
       * @enum {string|null}
       */
      distributionReasonCode?: 'N' | 'P' | 'S' | 'E' | null;
      /**
       * Format: date
       * @description Last day for a transfer
       * @example 2026-12-31
       */
      endDate?: string | null;
      /**
       * @description How the series ends. `transfersInfinite` No end, `transfersMaxNumOf` After a number of transfers, `transfersEndDate` After a date
       * @example transfersInfinite
       * @enum {string|null}
       */
      endDateChoice?: 'transfersInfinite' | 'transfersMaxNumOf' | 'transfersEndDate' | null;
      /**
       * Format: decimal
       * @description Percent or US dollars, see type
       * @example 10.00
       */
      fedWithholdAmount?: string | number | null;
      /**
       * @description How federal taxes are withheld. `P` Percent, `D` Fixed dollars, `N` None
       * @enum {string|null}
       */
      fedWithholdType?: 'P' | 'D' | 'N' | null;
      /**
       * @description Contribution year of an IRA deposit
       * @example 2026
       */
      iraContributionYear?: string | number | null;
      /**
       * @description Id in the path
       * @example 9021
       */
      oid?: string | number | null;
      /**
       * Format: date
       * @description Day in New York; the first day of a repeating transaction
       * @example 2026-11-30
       */
      processDate?: string | null;
      /**
       * @description Id of its series
       * @example 638674315177595
       */
      repeatCashTransactionOid?: string | number | null;
      /**
       * @description Weeks, months or years between transfers
       * @example 1
       */
      repeatInterval?: string | number | null;
      /**
       * @description Day of the week (1 is Sunday), month or year
       * @example 3
       */
      repeatOffset?: string | number | null;
      /**
       * @description O one-time, W weekly, M monthly, Y yearly. `O` One-time, `W` Weekly, `M` Monthly, `Y` Yearly
       * @enum {string|null}
       */
      repeatType?: 'O' | 'W' | 'M' | 'Y' | null;
      /**
       * @description Where the money comes from
       * @example First Bank 0001
       */
      sourceDescription?: string | null;
      /**
       * @description Bank link for a deposit, account number for a withdrawal
       * @example 4711
       */
      sourceId?: string | number | null;
      /**
       * Format: decimal
       * @description Percent or US dollars, see type
       * @example 3.00
       */
      stateWithholdAmount?: string | number | null;
      /**
       * @description How state taxes are withheld. `P` Percent, `D` Fixed dollars, `N` None
       * @enum {string|null}
       */
      stateWithholdType?: 'P' | 'D' | 'N' | null;
      /**
       * @description PD pending, PR processing, CL completed, CC cancelled, RJ rejected. `PD` Pending, `PR` Processing, `CL` Completed, `CC` Cancelled, `RJ` Rejected
       * @enum {string|null}
       */
      status?: 'PD' | 'PR' | 'CL' | 'CC' | 'RJ' | null;
      /**
       * @description Where the money goes
       * @example Jane first
       */
      targetDescription?: string | null;
      /**
       * @description Bank link for a withdrawal, account number for a deposit
       * @example RA1B2C3D4E
       */
      targetId?: string | number | null;
      /**
       * @description AHD ACH deposit, AHW ACH withdrawal, CRW check, COW check overnight, WIW wire withdrawal. `AHD` ACH deposit, `AHW` ACH withdrawal, `CRW` Check regular withdrawal, `COW` Check overnight withdrawal, `WIW` Wire withdrawal
       * @example AHD
       * @enum {string|null}
       */
      transactionType?: 'AHD' | 'AHW' | 'CRW' | 'COW' | 'WIW' | null;
    };
    Change: {
      /**
       * @description Name of the field
       * @example accountName
       */
      field: string;
      /**
       * @description Previous value; null if there was none; **** for personal data
       * @example Jane first
       */
      from: unknown | null;
      /**
       * @description New value; null if removed; **** for personal data
       * @example Jane second
       */
      to: unknown | null;
    };
    CheckAddress: {
      /**
       * @description City
       * @example New York
       */
      city: string;
      /**
       * @description Country
       * @example US
       */
      country: string;
      /**
       * @description First address line
       * @example 350 Fifth Avenue
       */
      line1: string;
      /**
       * @description Second line
       * @example Floor 9
       */
      line2: string | null;
      /**
       * @description Third line
       * @example Dock 4
       */
      line3: string | null;
      /**
       * @description State
       * @example VA
       */
      state: string | null;
      /**
       * @description ZIP code
       * @example 10118
       */
      zipcode: string | null;
    };
    CheckInstructions: {
      /**
       * @description Account number
       * @example RA1B2C3D4E
       */
      accountNumber: string;
      /** @description Mailing address */
      address: components['schemas']['CheckAddress'];
      /**
       * @description IRA only: tax year of the contribution
       * @example 2026
       */
      contributionYear?: string;
      /**
       * @description Payee of the check
       * @example Demonstration Brokerage
       */
      payableTo: string;
    };
    ChoiceVote: {
      /**
       * @description 0 for, 1 against, 2 abstain, 3 withhold. `0` For, `1` Against, `2` Abstain, `3` Withhold
       * @example 0
       * @enum {string|integer}
       */
      choiceAnswer: '0' | '1' | '2' | '3' | 0 | 1 | 2 | 3;
      /**
       * @description Sequential number of the director
       * @example 0
       */
      choiceId: string | number;
    };
    Client: {
      /**
       * @description The key it signs its requests with
       * @example reporting-1
       */
      apiKey: string;
      /** @description A subset of the firm's entitlements; all of them if absent */
      entitlements?: ('fullTid' | 'removeRestrictions' | 'ownerVerification')[];
      /**
       * @description The institutional firm it belongs to
       * @example 1000000001
       */
      firmId: string;
      /**
       * @description Its own login id
       * @example reporting.api
       */
      loginId: string;
      /** @description Whether the client was revoked, which is permanent */
      revoked: boolean;
    };
    ClientInput: {
      /** @description If present, must match the path */
      apiKey?: string | null;
      /** @description A subset of the firm's entitlements; defaults to all of them */
      entitlements?: ('fullTid' | 'removeRestrictions' | 'ownerVerification')[] | null;
      /**
       * @description If present, must match the path
       * @example 1000000001
       */
      firmId?: string | number | null;
      /** @description 3 to 64 letters, digits and . _ - @ + */
      loginId: string;
      /**
       * @description As in responses; use DELETE to revoke a client
       * @enum {boolean|string|null}
       */
      revoked?: true | false | 'true' | 'false' | null;
    };
    Clock: {
      /**
       * Format: date-time
       * @description Current time of the firm
       * @example 2027-01-04T15:00:00.000+00:00
       */
      time: string;
    };
    CommissionFee: {
      /**
       * Format: decimal
       * @description Dollars
       * @example 1.00
       */
      additionalBuyCommission?: string;
      /**
       * Format: decimal
       * @description Dollars
       * @example 0.50
       */
      additionalCommission?: string;
      /**
       * Format: decimal
       * @description Dollars
       * @example 1.50
       */
      additionalSellCommission?: string;
      /**
       * Format: decimal
       * @description Dollars
       * @example 2.00
       */
      buyCommission?: string;
      /**
       * Format: decimal
       * @description Trades per calendar month
       * @example 5
       */
      buyTradeCountThreshold?: string;
      /**
       * Format: decimal
       * @description Dollars
       * @example 1.25
       */
      commission: string;
      /**
       * @description Orders to which the commission applies. `W` Window, `D` Direct, `L` Stop-limit, `A` Auto invest
       * @example W
       * @enum {string}
       */
      orderType: 'W' | 'D' | 'L' | 'A';
      /**
       * Format: decimal
       * @description Dollars
       * @example 3.00
       */
      sellCommission?: string;
      /**
       * Format: decimal
       * @description Trades per calendar month
       * @example 6
       */
      sellTradeCountThreshold?: string;
      /**
       * Format: decimal
       * @description Trades per calendar month
       * @example 10
       */
      tradeCountThreshold?: string;
    };
    CommissionFeeInput: {
      /**
       * Format: decimal
       * @description Dollars
       * @example 1.00
       */
      additionalBuyCommission?: string | number | null;
      /**
       * Format: decimal
       * @description Dollars
       * @example 0.50
       */
      additionalCommission?: string | number | null;
      /**
       * Format: decimal
       * @description Dollars
       * @example 1.50
       */
      additionalSellCommission?: string | number | null;
      /**
       * Format: decimal
       * @description Dollars
       * @example 2.00
       */
      buyCommission?: string | number | null;
      /**
       * Format: decimal
       * @description Trades per calendar month
       * @example 5
       */
      buyTradeCountThreshold?: string | number | null;
      /**
       * Format: decimal
       * @description Dollars
       * @example 1.25
       */
      commission?: string | number | null;
      /**
       * @description Orders to which the commission applies. `W` Window, `D` Direct, `L` Stop-limit, `A` Auto invest
       * @example W
       * @enum {string}
       */
      orderType: 'W' | 'D' | 'L' | 'A';
      /**
       * Format: decimal
       * @description Dollars
       * @example 3.00
       */
      sellCommission?: string | number | null;
      /**
       * Format: decimal
       * @description Trades per calendar month
       * @example 6
       */
      sellTradeCountThreshold?: string | number | null;
      /**
       * Format: decimal
       * @description Trades per calendar month
       * @example 10
       */
      tradeCountThreshold?: string | number | null;
    };
    Consumer: {
      /**
       * @description Newest position of the log, decimal
       * @example 4711
       */
      head: string;
      /**
       * @description Name of the consumer
       * @example feed.translator
       */
      name: string;
      /** @description Events currently parked */
      parked: components['schemas']['ParkedEvent'][];
      /**
       * @description Position up to which the log is processed, decimal
       * @example 4711
       */
      position: string;
      /**
       * @description Positions of permanently skipped events, decimal
       * @example [
       *       "4712"
       *     ]
       */
      skipped: string[];
    };
    CorporateAction: {
      /**
       * @description Kind of event
       * @example Annual meeting
       */
      activity: string | null;
      /**
       * @description Website of the company
       * @example https://www.example.com/document.pdf
       */
      companyWebsite?: string;
      /**
       * Format: date-time
       * @description Last moment for votes
       */
      deadline: string | null;
      /**
       * @description Description of the action
       * @example Annual meeting of shareholders
       */
      description: string | null;
      /** @description Documents about the action */
      docs: components['schemas']['CorporateActionFile'][];
      /**
       * @description Dutch auction
       * @example https://www.example.com/document.pdf
       */
      dutchAuction?: string;
      /**
       * @description Exchange offer
       * @example https://www.example.com/document.pdf
       */
      exchangeOffer?: string;
      /**
       * @description Annual report
       * @example https://www.example.com/document.pdf
       */
      financialReport?: string;
      /**
       * @description Introduction for voters
       * @example Please vote your shares.
       */
      introText: string | null;
      /**
       * @description Issuer of the security
       * @example International Business Machines
       */
      issuer: string;
      /**
       * @description Merger election
       * @example https://www.example.com/document.pdf
       */
      mergerElection?: string;
      /**
       * @description Same as in the path
       * @example 52001
       */
      notifid: string;
      /**
       * @description Proxy statement
       * @example https://www.example.com/document.pdf
       */
      proxyStatement?: string;
      /**
       * @description Purchase offer
       * @example https://www.example.com/document.pdf
       */
      purchaseOffer?: string;
      /** @description Questions to vote on */
      questions: components['schemas']['CorporateActionQuestion'][];
      /**
       * @description Rights offer
       * @example https://www.example.com/document.pdf
       */
      rightsOffer?: string;
      /**
       * Format: decimal
       * @description Shares that may vote or be tendered
       * @example 125.5
       */
      shares: string | null;
      /**
       * @description State of the action
       * @example Open
       */
      status: string | null;
      /**
       * @description Tender offer
       * @example https://www.example.com/document.pdf
       */
      tenderOffer?: string;
      /**
       * @description Ticker of the security
       * @example IBM
       */
      ticker: string | null;
      /**
       * @description P proxy, M mandatory, V voluntary. `P` Proxy, `M` Mandatory, `V` Voluntary
       * @enum {string}
       */
      type: 'P' | 'M' | 'V';
      /**
       * @description Warrants offer
       * @example https://www.example.com/document.pdf
       */
      warrentsOffer?: string;
    };
    CorporateActionChoice: {
      /**
       * @description Name
       * @example Ann Able
       */
      choice: string;
      /**
       * @description The vote: 0 for, 1 against, 2 abstain, 3 withhold. `0` For, `1` Against, `2` Abstain, `3` Withhold
       * @example 0
       * @enum {string}
       */
      choiceAnswer?: '0' | '1' | '2' | '3';
      /**
       * @description Sequential number
       * @example 0
       */
      choiceId: string;
      /** @description Whether the seat is contested */
      contested: boolean;
      /**
       * @description Recommendation of the management
       * @example For
       */
      managementSuggestion: string | null;
    };
    CorporateActionChoiceInput: {
      /**
       * @description Name
       * @example Ann Able
       */
      choice: string;
      /**
       * @description The vote: 0 for, 1 against, 2 abstain, 3 withhold. `0` For, `1` Against, `2` Abstain, `3` Withhold
       * @example 0
       * @enum {string|integer|null}
       */
      choiceAnswer?: '0' | '1' | '2' | '3' | 0 | 1 | 2 | 3 | null;
      /**
       * @description Sequential number
       * @example 0
       */
      choiceId: string | number;
      /**
       * @description Whether the seat is contested
       * @enum {boolean|string|null}
       */
      contested?: true | false | 'true' | 'false' | null;
      /**
       * @description Recommendation of the management
       * @example For
       */
      managementSuggestion?: string | null;
    };
    CorporateActionFile: {
      /**
       * @description Title of the document
       * @example Annual report
       */
      description: string | null;
      /**
       * @description Link to the document
       * @example https://www.example.com/10k.pdf
       */
      fileLocation: string;
    };
    CorporateActionFileInput: {
      /**
       * @description Title of the document
       * @example Annual report
       */
      description?: string | null;
      /**
       * @description Link to the document
       * @example https://www.example.com/10k.pdf
       */
      fileLocation: string;
    };
    CorporateActionInput: {
      /**
       * @description Kind of event
       * @example Annual meeting
       */
      activity?: string | null;
      /**
       * @description Website of the company
       * @example https://www.example.com/document.pdf
       */
      companyWebsite?: string | null;
      /** @description Last moment for votes */
      deadline?: string | null;
      /**
       * @description Description of the action
       * @example Annual meeting of shareholders
       */
      description?: string | null;
      /** @description Documents about the action */
      docs?: components['schemas']['CorporateActionFileInput'][] | null;
      /**
       * @description Dutch auction
       * @example https://www.example.com/document.pdf
       */
      dutchAuction?: string | null;
      /**
       * @description Exchange offer
       * @example https://www.example.com/document.pdf
       */
      exchangeOffer?: string | null;
      /**
       * @description Annual report
       * @example https://www.example.com/document.pdf
       */
      financialReport?: string | null;
      /**
       * @description Introduction for voters
       * @example Please vote your shares.
       */
      introText?: string | null;
      /**
       * @description Issuer of the security
       * @example International Business Machines
       */
      issuer: string;
      /**
       * @description Merger election
       * @example https://www.example.com/document.pdf
       */
      mergerElection?: string | null;
      /**
       * @description Same as in the path
       * @example 52001
       */
      notifid?: string | number | null;
      /**
       * @description Proxy statement
       * @example https://www.example.com/document.pdf
       */
      proxyStatement?: string | null;
      /**
       * @description Purchase offer
       * @example https://www.example.com/document.pdf
       */
      purchaseOffer?: string | null;
      /** @description Questions to vote on */
      questions?: components['schemas']['CorporateActionQuestionInput'][] | null;
      /**
       * @description Rights offer
       * @example https://www.example.com/document.pdf
       */
      rightsOffer?: string | null;
      /**
       * Format: decimal
       * @description Shares that may vote or be tendered
       * @example 125.5
       */
      shares?: string | number | null;
      /**
       * @description State of the action
       * @example Open
       */
      status?: string | null;
      /**
       * @description Tender offer
       * @example https://www.example.com/document.pdf
       */
      tenderOffer?: string | null;
      /**
       * @description Ticker of the security
       * @example IBM
       */
      ticker?: string | null;
      /**
       * @description P proxy, M mandatory, V voluntary. `P` Proxy, `M` Mandatory, `V` Voluntary
       * @enum {string}
       */
      type: 'P' | 'M' | 'V';
      /**
       * @description Warrants offer
       * @example https://www.example.com/document.pdf
       */
      warrentsOffer?: string | null;
    };
    CorporateActionQuestion: {
      /**
       * @description Types P and S: the vote. Say on pay: 0 1 year, 1 2 years, 2 3 years, 3 abstain; proposal: 0 for, 1 against, 2 abstain. Type D: the votes on all directors, in their order
       * @example 0
       */
      answer: string | null;
      /** @description Whether there is a vote */
      answered: boolean;
      /** @description Type D: the directors */
      choices?: components['schemas']['CorporateActionChoice'][];
      /** @description Whether the question is contested */
      contested: boolean;
      /**
       * @description Recommendation of the management
       * @example For
       */
      managementSuggestion: string | null;
      /** @description Type D: answers allowed for directors. 0 for, 1 against, 2 abstain, 3 withhold. `0` For, `1` Against, `2` Abstain, `3` Withhold */
      possibleChoiceAnswers?: ('0' | '1' | '2' | '3')[];
      /**
       * @description Text of the question
       * @example Election of directors
       */
      question: string;
      /**
       * @description Id of the question
       * @example q-1
       */
      questionsId: string;
      /**
       * @description C tender or exchange, D election of directors, P proposal, S say on pay. `C` Actionable corporate action, such as a tender or exchange offer, `D` Election of directors, `P` Proposal, `S` Say on pay
       * @enum {string}
       */
      questionsType: 'C' | 'D' | 'P' | 'S';
      /**
       * Format: decimal
       * @description Type C: the vote
       * @example 125.5
       */
      sharesElected?: string | null;
    };
    CorporateActionQuestionInput: {
      /**
       * @description Types P and S: the vote. Say on pay: 0 1 year, 1 2 years, 2 3 years, 3 abstain; proposal: 0 for, 1 against, 2 abstain. Type D: the votes on all directors, in their order
       * @example 0
       */
      answer?: string | number | null;
      /**
       * @description Whether there is a vote
       * @enum {boolean|string|null}
       */
      answered?: true | false | 'true' | 'false' | null;
      /** @description Type D: the directors */
      choices?: components['schemas']['CorporateActionChoiceInput'][] | null;
      /**
       * @description Whether the question is contested
       * @enum {boolean|string|null}
       */
      contested?: true | false | 'true' | 'false' | null;
      /**
       * @description Recommendation of the management
       * @example For
       */
      managementSuggestion?: string | null;
      /** @description Type D: answers allowed for directors. 0 for, 1 against, 2 abstain, 3 withhold. `0` For, `1` Against, `2` Abstain, `3` Withhold */
      possibleChoiceAnswers?: ('0' | '1' | '2' | '3')[] | null;
      /**
       * @description Text of the question
       * @example Election of directors
       */
      question: string;
      /**
       * @deprecated
       * @description Another spelling of questionsId
       */
      questionId?: string | number;
      /**
       * @description Id of the question
       * @example q-1
       */
      questionsId?: string | number;
      /**
       * @description C tender or exchange, D election of directors, P proposal, S say on pay. `C` Actionable corporate action, such as a tender or exchange offer, `D` Election of directors, `P` Proposal, `S` Say on pay
       * @enum {string}
       */
      questionsType?: 'C' | 'D' | 'P' | 'S';
      /**
       * @deprecated
       * @description Another spelling of questionsType
       * @enum {string}
       */
      questionType?: 'C' | 'D' | 'P' | 'S';
      /**
       * Format: decimal
       * @description Type C: the vote
       * @example 125.5
       */
      sharesElected?: string | number | null;
    };
    CreateBankLink: {
      /**
       * @description C checking, S savings. `C` Checking, `S` Savings
       * @example C
       * @enum {string}
       */
      accountType: 'C' | 'S';
      /**
       * @description Shown as the last four digits
       * @example 123456789
       */
      bankAccountNumber: string | number;
      /**
       * @description Name of the bank
       * @example First Bank
       */
      bankName: string;
      /**
       * @description Name on the bank account
       * @example Jane Doe
       */
      nameOnAccount: string;
      /**
       * @description Login id of an owner of the account
       * @example jane.doe
       */
      ownerLoginId: string | number;
      /**
       * @description ABA routing number
       * @example 021000021
       */
      routingNumber: string | number;
    };
    CreateCashTransaction: {
      /**
       * Format: decimal
       * @description US dollars
       * @example 250.00
       */
      amount: string | number;
      /**
       * @description Reason for an IRA withdrawal. `N` Normal, `P` Premature, `S` SEP 72(t), `E` Death
       * @example N
       * @enum {string|null}
       */
      distributionReasonCode?: 'N' | 'P' | 'S' | 'E' | null;
      /**
       * Format: date
       * @description Last day for a transfer
       * @example 2026-12-31
       */
      endDate?: string | null;
      /**
       * @description Default: based on endDate. `transfersInfinite` No end, `transfersMaxNumOf` After a number of transfers, `transfersEndDate` After a date
       * @example transfersInfinite
       * @enum {string|null}
       */
      endDateChoice?: 'transfersInfinite' | 'transfersMaxNumOf' | 'transfersEndDate' | null;
      /**
       * Format: decimal
       * @description Percent or US dollars, see type
       * @example 10.00
       */
      fedWithholdAmount?: string | number | null;
      /**
       * @description P percent, D dollars, N none. `P` Percent, `D` Fixed dollars, `N` None
       * @enum {string|null}
       */
      fedWithholdType?: 'P' | 'D' | 'N' | null;
      /**
       * @description Contribution year of an IRA deposit
       * @example 2026
       */
      iraContributionYear?: string | number | null;
      /** @description With transfersMaxNumOf; determines the end date */
      maxNumOfTransfers?: string | number | null;
      /**
       * Format: date
       * @description Day in New York; the first day of a repeating transaction
       * @example 2026-11-30
       */
      processDate: string;
      /**
       * @description Weeks, months or years between transfers
       * @example 1
       */
      repeatInterval?: string | number | null;
      /**
       * @description Day of the week (1 is Sunday), month or year
       * @example 3
       */
      repeatOffset?: string | number | null;
      /**
       * @description O one-time, W weekly, M monthly, Y yearly; default O. `O` One-time, `W` Weekly, `M` Monthly, `Y` Yearly
       * @enum {string|null}
       */
      repeatType?: 'O' | 'W' | 'M' | 'Y' | null;
      /**
       * @description Bank link for a deposit, account number for a withdrawal; the account may be omitted
       * @example 4711
       */
      sourceId?: string | number | null;
      /**
       * Format: decimal
       * @description Percent or US dollars, see type
       * @example 3.00
       */
      stateWithholdAmount?: string | number | null;
      /**
       * @description P percent, D dollars, N none. `P` Percent, `D` Fixed dollars, `N` None
       * @enum {string|null}
       */
      stateWithholdType?: 'P' | 'D' | 'N' | null;
      /**
       * @description Bank link for a withdrawal, account number for a deposit; the account may be omitted
       * @example RA1B2C3D4E
       */
      targetId?: string | number | null;
      /**
       * @description AHD ACH deposit, AHW ACH withdrawal, CRW check, COW check overnight, WIW wire withdrawal. `AHD` ACH deposit, `AHW` ACH withdrawal, `CRW` Check regular withdrawal, `COW` Check overnight withdrawal, `WIW` Wire withdrawal
       * @example AHD
       * @enum {string}
       */
      transactionType: 'AHD' | 'AHW' | 'CRW' | 'COW' | 'WIW';
    };
    CreateFirm: {
      /**
       * @description Director or ten percent shareholder of a listed company
       * @enum {boolean|string|null}
       */
      directorOrTenPercentShareholder?: true | false | 'true' | 'false' | null;
      /** @description Tickers, as a list or separated by commas; each is excluded on the accounts */
      directorOrTenPercentShareholderCompany?: (string | number)[] | string | null;
      /**
       * @description Affiliated with a FINRA member
       * @enum {boolean|string|null}
       */
      finraAffiliated?: true | false | 'true' | 'false' | null;
      /** @description Required if finraAffiliated is true */
      finraCompany?: string | null;
      /**
       * Format: email
       * @description Primary e-mail address
       */
      firmEmail1?: string | null;
      /**
       * Format: email
       * @description Secondary e-mail address
       */
      firmEmail2?: string | null;
      /** @description Name of the firm */
      firmName: string;
      /** @description Login id of a member of the firm who owns no account and represents no firm */
      firmRep: string;
      /**
       * @description Nine digits
       * @example 123456789
       */
      firmTaxId: string | number;
      /**
       * @description Kind of the tax id. `TIN` Taxpayer identification number, `EIN` Employer identification number, `SSN` Social security number
       * @enum {string|null}
       */
      firmTaxIdType?: 'TIN' | 'EIN' | 'SSN' | null;
      /** @description Telephone */
      firmTelephone1?: string | null;
      /** @description Second telephone */
      firmTelephone2?: string | null;
      /** @description Mailing address, if different */
      mailingAddress?: components['schemas']['AddressInput'] | null;
      /** @description A US street address */
      primaryAddress: components['schemas']['StreetAddress'];
    };
    CreateFolio: {
      /**
       * @description Account number in the path
       * @example RA1B2C3D4E
       */
      accountNumber: string | number;
      /**
       * @description Ticker to compare the folio with
       * @example SPY
       */
      benchmark?: string | null;
      /**
       * @description Default true
       * @enum {boolean|string|null}
       */
      dividendPayToAccount?: true | false | 'true' | 'false' | null;
      /**
       * @description Reinvest dividends of 1 dollar or more in the security that pays them
       * @enum {boolean|string}
       */
      dividendReinvest: true | false | 'true' | 'false';
      /**
       * @description Name of the folio
       * @example Growth
       */
      folioName: string;
      /** @description RTG folio to associate */
      prepackagedFolioId?: string | number | null;
    };
    CreateMember: {
      /**
       * @description Accredited by annual income
       * @enum {boolean|string|null}
       */
      accreditedInvestorAnnualIncome?: true | false | 'true' | 'false' | null;
      /**
       * @description Accredited by net worth
       * @enum {boolean|string|null}
       */
      accreditedInvestorNetWorth?: true | false | 'true' | 'false' | null;
      /**
       * @description Range of the annual income. `1` under 25,000, `2` 25,000 to 49,999, `3` 50,000 to 99,999, `4` 100,000 to 199,999, `5` 200,000 to 499,999, `6` 500,000 to 999,999, `7` 1,000,000 to 4,999,999, `8` 5,000,000 and over
       * @enum {string|integer|null}
       */
      annualIncome?:
        '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | null;
      /**
       * @description Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen
       * @enum {string|null}
       */
      citizenship?: 'C' | 'R' | 'N' | 'U' | null;
      /** @description Date of birth; date or timestamp */
      dateOfBirth: string;
      /** @description Daytime telephone */
      dayTelephone?: string | null;
      /**
       * @description 0 to 99
       * @example 2
       */
      dependentCount?: string | number | null;
      /**
       * @description Director or ten percent shareholder of a listed company
       * @enum {boolean|string|null}
       */
      directorOrTenPercentShareholder?: true | false | 'true' | 'false' | null;
      /** @description Tickers, as a list or separated by commas; each is excluded on the accounts */
      directorOrTenPercentShareholderCompany?: (string | number)[] | string | null;
      /**
       * Format: email
       * @description Primary e-mail address
       */
      email1: string;
      /**
       * Format: email
       * @description Secondary e-mail address
       */
      email2?: string | null;
      /** @description Address of the employer */
      employerAddress?: components['schemas']['AddressInput'] | null;
      /** @description Name of the employer */
      employerName?: string | null;
      /**
       * @description Employment. `Self-Employed` Self-employed
       * @enum {string|null}
       */
      employmentStatus?:
        'Employed' | 'Self-Employed' | 'Retired' | 'Student' | 'Unemployed' | 'Other' | null;
      /** @description Evening telephone */
      eveningTelephone?: string | null;
      /**
       * @description Affiliated with a FINRA member
       * @enum {boolean|string|null}
       */
      finraAffiliated?: true | false | 'true' | 'false' | null;
      /** @description Required if finraAffiliated is true */
      finraCompany?: string | null;
      /** @description At most 20 letters, spaces, hyphens, periods and apostrophes */
      firstName: string;
      /** @description At most 35 letters, spaces, hyphens, periods and apostrophes */
      lastName: string;
      /**
       * @description Range of the liquid net worth. `1` under 25,000, `2` 25,000 to 49,999, `3` 50,000 to 99,999, `4` 100,000 to 199,999, `5` 200,000 to 499,999, `6` 500,000 to 999,999, `7` 1,000,000 to 4,999,999, `8` 5,000,000 and over
       * @enum {string|integer|null}
       */
      liquidNetWorth?:
        '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | null;
      /** @description 3 to 64 letters, digits and . _ - @ + */
      loginId: string;
      /** @description Mailing address, if different */
      mailingAddress?: components['schemas']['AddressInput'] | null;
      /** @description More about the member */
      memberProfileItems?: components['schemas']['MemberProfileItemsInput'] | null;
      /** @description One to four capital letters and digits; defaults to N */
      membershipType?: string | null;
      /** @description At most 20 letters, spaces, hyphens, periods and apostrophes */
      middleName?: string | null;
      /**
       * @description Range of the net worth. `1` under 25,000, `2` 25,000 to 49,999, `3` 50,000 to 99,999, `4` 100,000 to 199,999, `5` 200,000 to 499,999, `6` 500,000 to 999,999, `7` 1,000,000 to 4,999,999, `8` 5,000,000 and over
       * @enum {string|integer|null}
       */
      netWorth?:
        '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | null;
      /**
       * @description Occupation
       * @enum {string|null}
       */
      occupationType?:
        | 'Administrative'
        | 'Business Owner'
        | 'Consulting'
        | 'Creative'
        | 'Education'
        | 'Engineering'
        | 'Finance'
        | 'Health Care'
        | 'Homemaker'
        | 'Information Systems'
        | 'Legal'
        | 'Management'
        | 'Marketing'
        | 'Operations'
        | 'Other/Not Specified'
        | 'Sales'
        | 'Service'
        | 'Training'
        | null;
      /** @description Sector of the experience */
      previousExperienceSector?: string | null;
      /**
       * @description Has subscribed to private placements before
       * @enum {boolean|string|null}
       */
      previousPrivatePlacementExperience?: true | false | 'true' | 'false' | null;
      /** @description A US street address */
      primaryAddress: components['schemas']['StreetAddress'];
      /** @description Two-letter ISO 3166 code; defaults to US for a member */
      residenceCountry?: string | null;
      /**
       * @description Suffix of the name
       * @enum {string|null}
       */
      suffix?: 'Jr.' | 'Sr.' | 'II' | 'III' | 'IV' | 'V' | null;
      /**
       * @description SSN or ITIN, nine digits
       * @example 078051120
       */
      tid: string | number;
      /**
       * @description Form of address
       * @enum {string|null}
       */
      title?: 'Dr.' | 'Ms.' | 'Miss' | 'Mr.' | 'Mrs.' | null;
    };
    CreateOrder: {
      /**
       * @description Account number in the path
       * @example RA1B2C3D4E
       */
      accountNumber?: string | number | null;
      /**
       * Format: decimal
       * @description Percent
       * @example 2.5
       */
      buyLimitPercent?: string | number | null;
      /**
       * @description The representative has discretion over side or amount
       * @enum {boolean|string}
       */
      discretionary: true | false | 'true' | 'false';
      /**
       * @description D dollars, S shares. `D` Dollars, `S` Shares
       * @example D
       * @enum {string}
       */
      dollarShareBasedIndicator: 'D' | 'S';
      /**
       * @description Folio number in the path
       * @example RA1B2C3D4E03
       */
      folioNumber?: string | number | null;
      /**
       * @description M market, L limit, S stop, X stop-limit; must agree with the prices. `M` Market, `L` Limit, `S` Stop, `X` Stop-limit
       * @example M
       * @enum {string|null}
       */
      orderSubType?: 'M' | 'L' | 'S' | 'X' | null;
      /**
       * @description W window, D direct, L stop-limit, A auto invest. `W` Window, `D` Direct, `L` Stop-limit, `A` Auto invest
       * @example W
       * @enum {string}
       */
      orderType: 'W' | 'D' | 'L' | 'A';
      /**
       * @description Default NS
       * @example NS
       */
      reasonForTrade?: string | null;
      /** @description Trading window, types W and A; default: the next one */
      scheduledWindowDatetime?: string | null;
      /** @description One for each security */
      securityOrders: components['schemas']['CreateSecurityOrder'][];
      /**
       * Format: decimal
       * @description Percent
       * @example 2.5
       */
      sellLimitPercent?: string | number | null;
      /**
       * @description The representative recommended it
       * @enum {boolean|string}
       */
      solicited: true | false | 'true' | 'false';
      /**
       * @description Default: defaultTaxLotSelection of the account. `FIFO` First in, first out, `LIFO` Last in, first out, `LGHL` Maximize losses, minimize gains, `HGLL` Maximize gains, minimize losses, `LLTG` Lowest long-term gain, `LSTG` Lowest short-term gain, `HLTG` Highest long-term gain, `HSTG` Highest short-term gain, `AVGC` Average cost, `WLFS` Weighted by tax rates, losses first, `WGFS` Weighted by tax rates, gains first
       * @example LGHL
       * @enum {string|null}
       */
      taxlotReliefMethod?:
        | 'FIFO'
        | 'LIFO'
        | 'LGHL'
        | 'HGLL'
        | 'LLTG'
        | 'LSTG'
        | 'HLTG'
        | 'HSTG'
        | 'AVGC'
        | 'WLFS'
        | 'WGFS'
        | null;
    };
    CreateSecurityOrder: {
      /**
       * @description Default: as for the order. `D` Dollars, `S` Shares
       * @example D
       * @enum {string|null}
       */
      dollarShareBasedIndicator?: 'D' | 'S' | null;
      /**
       * Format: decimal
       * @description Direct orders; required for stop-limit ones
       * @example 142.50
       */
      limitPrice?: string | number | null;
      /**
       * Format: decimal
       * @description Required with indicator D, not allowed with S
       * @example 500.00
       */
      requestedDollarAmount?: string | number | null;
      /**
       * Format: decimal
       * @description Required with indicator S, not allowed with D
       * @example 10
       */
      requestedShareAmount?: string | number | null;
      /** @description The security */
      security: components['schemas']['OrderSecurity'];
      /**
       * @description 1 buys, 2 sells. `1` Buy, `2` Sell
       * @example 1
       * @enum {string|integer}
       */
      side: '1' | '2' | 1 | 2;
      /**
       * Format: decimal
       * @description Direct orders; required for stop-limit ones
       * @example 142.50
       */
      stopPrice?: string | number | null;
    };
    CreateSubscription: {
      /**
       * @description Account number in the path
       * @example RA1B2C3D4E
       */
      accountNumber?: string | number | null;
      /**
       * @description The representative has discretion over side or amount
       * @enum {boolean|string}
       */
      discretionary: true | false | 'true' | 'false';
      /**
       * @description Id of the offer
       * @example 4000001
       */
      privatePlacementOfferOid: string | number;
      /**
       * @description Reason for the trade
       * @example NS
       */
      reasonForTrade: string;
      /**
       * Format: decimal
       * @description Upper limit, dollars
       * @example 25000.00
       */
      requestedDollarAmount: string | number;
      /**
       * @description 1 buys; 2 is refused. `1` Buy, `2` Sell
       * @example 1
       * @enum {string|integer}
       */
      side: '1' | '2' | 1 | 2;
      /**
       * @description The representative recommended the subscription
       * @enum {boolean|string}
       */
      solicited: true | false | 'true' | 'false';
    };
    CreateTrustee: {
      /**
       * @description Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen
       * @enum {string|null}
       */
      citizenship?: 'C' | 'R' | 'N' | 'U' | null;
      /** @description Date of birth; date or timestamp */
      dateOfBirth: string;
      /** @description Daytime telephone */
      dayTelephone?: string | null;
      /**
       * Format: email
       * @description Primary e-mail address
       */
      email1: string;
      /**
       * Format: email
       * @description Secondary e-mail address
       */
      email2?: string | null;
      /** @description Evening telephone */
      eveningTelephone?: string | null;
      /** @description At most 20 letters, spaces, hyphens, periods and apostrophes */
      firstName: string;
      /** @description At most 35 letters, spaces, hyphens, periods and apostrophes */
      lastName: string;
      /** @description 3 to 64 letters, digits and . _ - @ + */
      loginId: string;
      /** @description Mailing address, if different */
      mailingAddress?: components['schemas']['AddressInput'] | null;
      /** @description At most 20 letters, spaces, hyphens, periods and apostrophes */
      middleName?: string | null;
      /** @description A US street address */
      primaryAddress?: components['schemas']['StreetAddress'] | null;
      /** @description Two-letter ISO 3166 code; defaults to US for a member */
      residenceCountry?: string | null;
      /**
       * @description Suffix of the name
       * @enum {string|null}
       */
      suffix?: 'Jr.' | 'Sr.' | 'II' | 'III' | 'IV' | 'V' | null;
      /**
       * @description SSN or ITIN, nine digits
       * @example 078051120
       */
      tid?: string | number | null;
      /**
       * @description Form of address
       * @enum {string|null}
       */
      title?: 'Dr.' | 'Ms.' | 'Miss' | 'Mr.' | 'Mrs.' | null;
    };
    CreateWebhook: {
      /** @description Default or empty: all types */
      eventTypes?:
        | (
            | 'brokerage.account.billing-plan-changed.v1'
            | 'brokerage.account.closed.v1'
            | 'brokerage.account.opened.v1'
            | 'brokerage.account.permissions-changed.v1'
            | 'brokerage.account.restricted.v1'
            | 'brokerage.account.restriction-lifted.v1'
            | 'brokerage.account.updated.v1'
            | 'brokerage.agreement.signed.v1'
            | 'brokerage.bank-link.cancelled.v1'
            | 'brokerage.bank-link.created.v1'
            | 'brokerage.bank-link.micro-deposits-sent.v1'
            | 'brokerage.bank-link.verification-failed.v1'
            | 'brokerage.bank-link.verification-unlocked.v1'
            | 'brokerage.bank-link.verified.v1'
            | 'brokerage.cash-series.defined.v1'
            | 'brokerage.cash-series.ended.v1'
            | 'brokerage.cash-transaction.changed.v1'
            | 'brokerage.cash-transaction.created.v1'
            | 'brokerage.cash-transaction.reported.v1'
            | 'brokerage.cash-transaction.status-changed.v1'
            | 'brokerage.corporate-action.announced.v1'
            | 'brokerage.corporate-action.changed.v1'
            | 'brokerage.corporate-action.voted.v1'
            | 'brokerage.folio-transaction.corrected.v1'
            | 'brokerage.folio-transaction.reported.v1'
            | 'brokerage.folio.closed.v1'
            | 'brokerage.folio.created.v1'
            | 'brokerage.folio.positions-set.v1'
            | 'brokerage.folio.rtg-subscribed.v1'
            | 'brokerage.folio.target-weights-set.v1'
            | 'brokerage.folio.updated.v1'
            | 'brokerage.item-for-attention.answered.v1'
            | 'brokerage.item-for-attention.changed.v1'
            | 'brokerage.item-for-attention.raised.v1'
            | 'brokerage.order.amended.v1'
            | 'brokerage.order.placed.v1'
            | 'brokerage.order.reported.v1'
            | 'brokerage.order.state-changed.v1'
            | 'brokerage.placement-subscription.status-changed.v1'
            | 'brokerage.placement-subscription.submitted.v1'
            | 'brokerage.tax-data.availability-changed.v1'
            | 'brokerage.tax-lot.corrected.v1'
            | 'brokerage.tax-lot.reported.v1'
            | 'brokerage.unit-values.recorded.v1'
          )[]
        | null;
      /**
       * @description Default: enabled
       * @enum {string|null}
       */
      state?: 'enabled' | 'disabled' | null;
      /**
       * @description https, reachable on the internet
       * @example https://hooks.example.com/brokerage
       */
      url: string;
    };
    DailyUnitValue: {
      /**
       * Format: date
       * @description Day
       * @example 2026-03-02
       */
      date: string;
      /**
       * Format: decimal
       * @description Unit value
       * @example 10.25
       */
      value: string;
    };
    Delivery: {
      /**
       * @description Account of the event
       * @example RA1B2C3D4E
       */
      accountNumber: string;
      /** @description Number of the attempt, from 1 */
      attempt: number;
      /**
       * Format: date-time
       * @description Time of the attempt
       */
      attemptedAt: string;
      /** @description Whether the receiver responded 2xx */
      delivered: boolean;
      /**
       * @description Id of the event and of the message
       * @example 5f0e9f7c-0001-5000-8000-000000000001
       */
      eventId: string;
      /**
       * @description Number of consecutive events accepted at the first attempt, of which this is the last
       * @example 1
       */
      events: number;
      /**
       * @description Type of the event
       * @example brokerage.account.opened.v1
       */
      eventType: string;
      /**
       * Format: date-time
       * @description Time of the next attempt; null after a success, or if the webhook was disabled
       */
      nextAttemptAt: string | null;
      /**
       * @description Kind of failure
       * @example status
       */
      reason: string | null;
      /**
       * @description Sequence of the event within its account
       * @example 1
       */
      sequence: string;
      /** @description HTTP status of the response; null if none */
      status: number | null;
    };
    DepositAddress: {
      /**
       * @description City
       * @example Atlanta
       */
      city: string;
      /**
       * @description Defaults to US
       * @example US
       */
      country: string;
      /**
       * @description First line of the street address
       * @example 101 Howard Ln
       */
      line1: string;
      /**
       * @description Second line
       * @example Floor 9
       */
      line2?: string;
      /**
       * @description Third line
       * @example Dock 4
       */
      line3?: string;
      /**
       * @description Two letters in the US
       * @example GA
       */
      state?: string;
      /**
       * @description ZIP code
       * @example 30301
       */
      zipcode?: string;
    };
    DepositAddressInput: {
      /**
       * @description City
       * @example Atlanta
       */
      city: string;
      /**
       * @description Defaults to US
       * @example US
       */
      country?: string | null;
      /**
       * @description First line of the street address
       * @example 101 Howard Ln
       */
      line1: string;
      /**
       * @description Second line
       * @example Floor 9
       */
      line2?: string | null;
      /**
       * @description Third line
       * @example Dock 4
       */
      line3?: string | null;
      /**
       * @description Two letters in the US
       * @example GA
       */
      state?: string | null;
      /**
       * @description ZIP code
       * @example 30301
       */
      zipcode?: string | null;
    };
    DifferingDocument: {
      /**
       * @description Differing fields of a changed document
       * @example [
       *       "status"
       *     ]
       */
      fields: string[];
      /**
       * @description Id of the document
       * @example RA1B2C3D4E
       */
      id: string;
      /**
       * @description added: not in the live generation; gone: only in the live generation
       * @enum {string}
       */
      kind: 'added' | 'gone' | 'changed';
    };
    DifferingField: {
      /** @description Number of documents in which it differs */
      documents: number;
      /**
       * @description Name of the field, dotted
       * @example owners[].login
       */
      field: string;
    };
    DocumentKey: {
      /**
       * @description Key of the document
       * @example d-1
       */
      documentKey: string;
      /**
       * @description Partner the document belongs to
       * @example p
       */
      documentPartnerCode: string | null;
    };
    DocumentKeyInput: {
      /**
       * @description Key of the document
       * @example d-1
       */
      documentKey: string | number;
      /**
       * @description Partner the document belongs to
       * @example p
       */
      documentPartnerCode?: string | number | null;
    };
    /** @description The response to the request, and what would happen */
    DryRun: {
      /** @description Body of the response, null if empty. A secret in it is not a real one */
      body: unknown;
      /**
       * Format: uri
       * @description URL of the resource; a new resource gets this id if the request is sent with the same Idempotency-Key
       */
      location: string | null;
      /** @description A request with the same Idempotency-Key has already been carried out: nothing more would happen */
      replayed: boolean;
      /** @description Status of the response */
      wouldAnswer: number;
      /** @description Events that would happen, in order, in the form of a history */
      wouldDo: {
        about: {
          name: string;
          value: string;
        }[];
        /** @description The caller; `reaction:…` if the event follows from another event */
        actor: {
          caller: string;
        };
        /** @description Fields that would change; **** for personal data */
        changes: {
          field: string;
          from: unknown;
          to: unknown;
        }[];
        /** @description What would happen, in words */
        description: string;
        /** @description Revision in the stream */
        revision: number;
        /** @description Stream of the event */
        stream: string;
        /** @description Event type */
        type: string;
      }[];
    };
    ErasedPerson: {
      /** @description Whether the data is confirmed to be gone everywhere */
      certified: boolean;
      /**
       * Format: date-time
       * @description When it was certified; null until then
       */
      certifiedAt: string | null;
      /**
       * Format: date-time
       * @description When the person was erased
       */
      erasedAt: string;
      /**
       * @description Who requested it
       * @example operator
       */
      erasedBy: string;
      /**
       * @description Hash of the event that erased the person, as in the hash chain; null until certified
       * @example b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184
       */
      erasureHash: string | null;
      /**
       * @description Id of the event that erased the person
       * @example 5f0e9f7c-0001-5000-8000-000000000001
       */
      erasureId: string;
      /**
       * @description SHA-256 fingerprint of the key; null if the person had none
       * @example b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184
       */
      keyFingerprint: string | null;
      /**
       * @description Name of the key that was destroyed
       * @example member:jane.doe
       */
      keyId: string;
      /**
       * @description Login id of the person
       * @example jane.doe
       */
      loginId: string;
    };
    Erasure: {
      /**
       * @description Accounts that hold securities, at most ten
       * @example [
       *       "RA1B2C3D4E"
       *     ]
       */
      accountsWithPositions: string[];
      /**
       * @description Accounts with pending or repeating cash transactions, at most ten
       * @example [
       *       "RA1B2C3D4E"
       *     ]
       */
      accountsWithTransactions: string[];
      /** @description The certificate; null unless erased */
      erasure: components['schemas']['ErasureCertificate'] | null;
      /**
       * Format: date-time
       * @description End of the retention hold
       */
      heldUntil: string;
      /**
       * @description Login id of the person
       * @example jane.doe
       */
      loginId: string;
      /**
       * @description Whether the data can be or has been erased; `erasing`: the key is destroyed, and read models are being blanked
       * @enum {string}
       */
      status: 'held' | 'erasable' | 'erasing' | 'erased';
      /**
       * @description While erasing: read model collections still to be blanked
       * @example [
       *       "members_member_v1_g1"
       *     ]
       */
      waitingFor: string[];
    };
    ErasureCertificate: {
      /** @description Whether the data is confirmed to be gone everywhere */
      certified: boolean;
      /**
       * Format: date-time
       * @description When it was certified; null until then
       */
      certifiedAt: string | null;
      /**
       * Format: date-time
       * @description When the person was erased
       */
      erasedAt: string;
      /**
       * @description Who requested it
       * @example operator
       */
      erasedBy: string;
      /**
       * @description Hash of the event that erased the person, as in the hash chain; null until certified
       * @example b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184
       */
      erasureHash: string | null;
      /**
       * @description Id of the event that erased the person
       * @example 5f0e9f7c-0001-5000-8000-000000000001
       */
      erasureId: string;
      /**
       * @description SHA-256 fingerprint of the key; null if the person had none
       * @example b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184
       */
      keyFingerprint: string | null;
      /**
       * @description Name of the key that was destroyed
       * @example member:jane.doe
       */
      keyId: string;
    };
    Exclusion: {
      /**
       * Format: date
       * @description Last day of the exclusion
       * @example 2026-12-31
       */
      exclusionEndDate: string | null;
      /**
       * Format: date
       * @description First day of the exclusion
       * @example 2026-01-01
       */
      exclusionStartDate: string | null;
      /**
       * @description Ticker, issue or sector that is excluded
       * @example IBM
       */
      exclusionValue: string;
    };
    ExclusionInput: {
      /**
       * @description Last day of the exclusion
       * @example 2026-12-31
       */
      exclusionEndDate?: string | null;
      /**
       * @description First day of the exclusion
       * @example 2026-01-01
       */
      exclusionStartDate?: string | null;
      /**
       * @description Ticker, issue or sector that is excluded
       * @example IBM
       */
      exclusionValue: string;
    };
    Fill: {
      /** @description Prices of securities in the order; the others are filled at their limit, or at 100.00 */
      prices?: components['schemas']['Price'][] | null;
    };
    Firm: {
      /**
       * @description Type L. `account` Account level, `member` Member level
       * @enum {string}
       */
      billingLevel?: 'account' | 'member';
      /**
       * Format: date-time
       * @description Type G
       * @example 2026-03-02T15:00:00.000+00:00
       */
      creationDate?: string;
      /** @description Type L */
      depositAddress?: components['schemas']['DepositAddress'];
      /** @description Type G */
      directorOrTenPercentShareholder?: boolean;
      /**
       * @description Type G: tickers
       * @example [
       *       "IBM"
       *     ]
       */
      directorOrTenPercentShareholderCompany?: string[];
      /** @description Type L. `fullTid` May see full tax ids, `removeRestrictions` May lift restrictions, `ownerVerification` Its API client may verify bank links for their owners */
      entitlements?: ('fullTid' | 'removeRestrictions' | 'ownerVerification')[];
      /** @description Type G */
      finraAffiliated?: boolean;
      /**
       * @description Type G
       * @example Broker Inc.
       */
      finraCompany?: string;
      /**
       * @description Type G
       * @example office@example.com
       */
      firmEmail1?: string;
      /**
       * @description Type G
       * @example legal@example.com
       */
      firmEmail2?: string;
      /**
       * @description Id of the firm
       * @example 1000000001
       */
      firmId: string;
      /**
       * @description Type G
       * @example Doe Holdings Inc.
       */
      firmName?: string;
      /**
       * @description The same as firmId
       * @example 1000000001
       */
      firmOid: string;
      /**
       * @description Type G: login id
       * @example jane.doe
       */
      firmRep?: string;
      /**
       * @description Masked except for the last four digits; unmasked for entitled firms
       * @example *****6789
       */
      firmTaxId?: string;
      /**
       * @description Type G. `TIN` Taxpayer identification number, `EIN` Employer identification number, `SSN` Social security number
       * @enum {string}
       */
      firmTaxIdType?: 'TIN' | 'EIN' | 'SSN';
      /**
       * @description Type G
       * @example 302-555-0100
       */
      firmTelephone1?: string;
      /**
       * @description Type G
       * @example 302-555-0101
       */
      firmTelephone2?: string;
      /**
       * @description Type of the firm. `L` Institutional firm, `G` Corporate firm
       * @enum {string}
       */
      firmType: 'L' | 'G';
      /** @description Type G */
      mailingAddress?: components['schemas']['Address'];
      /**
       * @description Type L
       * @example Acme Advisors
       */
      name?: string;
      /**
       * @description Type G: its advisor firm
       * @example 1000000001
       */
      parentFirmId?: string;
      /**
       * @description Type L
       * @example P-1
       */
      partnerCode?: string;
      /**
       * @description Type L
       * @example Demonstration Brokerage
       */
      payableTo?: string;
      /** @description Type G */
      primaryAddress?: components['schemas']['Address'];
      /** @description Type L: true for a sandbox */
      sandbox?: boolean;
      /**
       * Format: date-time
       * @description Type L: initial time of a sandbox clock
       */
      sandboxStart?: string;
    };
    Folio: {
      /**
       * @description Account of the folio
       * @example RA1B2C3D4E
       */
      accountNumber: string;
      /**
       * @description Ticker to compare the folio with
       * @example SPY
       */
      benchmark: string | null;
      /** @description Pay dividends that are not reinvested to the account */
      dividendPayToAccount: boolean;
      /** @description Reinvest dividends of 1 dollar or more in the security that pays them */
      dividendReinvest: boolean;
      /**
       * @description Null once an owner's personal data is erased
       * @example Growth
       */
      folioName: string | null;
      /**
       * @description Account number and two digits
       * @example RA1B2C3D4E03
       */
      folioNumber: string;
      /**
       * @description O for open, C for closed. `O` Open, `C` Closed, `D` Deleted
       * @example O
       * @enum {string}
       */
      folioStatus: 'O' | 'C' | 'D';
      /**
       * @description Always null: there are no other models
       * @example 3000001
       */
      modelOid: string | null;
      /**
       * @description RTG folio it was created with
       * @example 3000001
       */
      prepackagedFolioId: string | null;
      /**
       * @description RTG folio it is subscribed to
       * @example 3000001
       */
      rtgOid: string | null;
    };
    FolioFees: {
      /**
       * Format: decimal
       * @description Dollars
       * @example 20.00
       */
      additionalFolioFee: string;
      /**
       * Format: decimal
       * @description Dollars
       * @example 2.00
       */
      additionalFolioFeeDiscount: string;
      /**
       * Format: decimal
       * @description Number of folios the fee covers
       * @example 3
       */
      baseNumberOfFolios: string;
      /**
       * Format: decimal
       * @description Months, always 12
       * @example 12
       */
      chargeFrequency: string;
      /**
       * Format: decimal
       * @description Dollars
       * @example 250.00
       */
      folioFee: string;
      /**
       * Format: decimal
       * @description Dollars
       * @example 10.00
       */
      folioFeeDiscount: string;
    };
    FolioFeesInput: {
      /**
       * Format: decimal
       * @description Dollars
       * @example 20.00
       */
      additionalFolioFee?: string | number | null;
      /**
       * Format: decimal
       * @description Dollars
       * @example 2.00
       */
      additionalFolioFeeDiscount?: string | number | null;
      /**
       * Format: decimal
       * @description Number of folios the fee covers
       * @example 3
       */
      baseNumberOfFolios: string | number;
      /**
       * Format: decimal
       * @description Months, always 12
       * @example 12
       */
      chargeFrequency?: string | number | null;
      /**
       * Format: decimal
       * @description Dollars
       * @example 250.00
       */
      folioFee: string | number;
      /**
       * Format: decimal
       * @description Dollars
       * @example 10.00
       */
      folioFeeDiscount?: string | number | null;
    };
    FolioTransaction: {
      /**
       * @description Account number, same as in the path
       * @example RA1B2C3D4E
       */
      accountId: string;
      /**
       * @description Category of the transaction: Deposits, Withdrawals, Trades, Dividends, Interest, Fees, Transfers, CashSweep, Adjustments or any other
       * @example Trades
       */
      categoryName: string;
      /**
       * Format: decimal
       * @description Dollars
       * @example 4.95
       */
      commission: string | null;
      /**
       * Format: date-time
       * @description When the transaction took place
       * @example 2026-03-02T15:00:00.000+00:00
       */
      date: string;
      /**
       * @description Current name of the folio
       * @example Growth
       */
      folioName: string | null;
      /**
       * Format: decimal
       * @description Internal transfers only; equals net
       * @example -250.00
       */
      marketNet?: string;
      /**
       * Format: decimal
       * @description Internal transfers only; equals price
       * @example 12.5
       */
      marketPrice?: string;
      /**
       * Format: decimal
       * @description Dollars
       * @example -250.00
       */
      net: string | null;
      /**
       * @description Free text, if any
       * @example Corrected on request
       */
      notes?: string;
      /**
       * Format: decimal
       * @description Dollars per share
       * @example 12.5
       */
      price: string | null;
      /**
       * Format: decimal
       * @description Shares
       * @example 10
       */
      quantity: string | null;
      /**
       * @description Sub-category, free text
       * @example Buy
       */
      subCategoryName: string | null;
      /**
       * @description Name of the security
       * @example International Business Machines
       */
      symbolName: string | null;
      /**
       * @description Ticker of the security
       * @example IBM
       */
      ticker: string | null;
      /**
       * @description Code of the transaction
       * @example BUY
       */
      transactionCode: string | null;
      /**
       * @description What happened
       * @example Bought 10 IBM
       */
      transactionDesc: string | null;
      /**
       * @description Same as in the path
       * @example 700001
       */
      transactionId: string;
      /**
       * @description Type of the transaction
       * @example Buy
       */
      transactionType: string | null;
    };
    FolioTransactionInput: {
      /**
       * @description Account number, same as in the path
       * @example RA1B2C3D4E
       */
      accountId?: string | number | null;
      /**
       * @description Category of the transaction: Deposits, Withdrawals, Trades, Dividends, Interest, Fees, Transfers, CashSweep, Adjustments or any other
       * @example Trades
       */
      categoryName: string;
      /**
       * Format: decimal
       * @description Dollars
       * @example 4.95
       */
      commission?: string | number | null;
      /**
       * @description When the transaction took place
       * @example 2026-03-02T15:00:00.000+00:00
       */
      date: string;
      /**
       * @description Current name of the folio
       * @example Growth
       */
      folioName?: string | null;
      /**
       * Format: decimal
       * @description Internal transfers only; equals net
       * @example -250.00
       */
      marketNet?: string | number | null;
      /**
       * Format: decimal
       * @description Internal transfers only; equals price
       * @example 12.5
       */
      marketPrice?: string | number | null;
      /**
       * Format: decimal
       * @description Dollars
       * @example -250.00
       */
      net?: string | number | null;
      /**
       * @description Free text, if any
       * @example Corrected on request
       */
      notes?: string | null;
      /**
       * Format: decimal
       * @description Dollars per share
       * @example 12.5
       */
      price?: string | number | null;
      /**
       * Format: decimal
       * @description Shares
       * @example 10
       */
      quantity?: string | number | null;
      /**
       * @description Sub-category, free text
       * @example Buy
       */
      subCategoryName?: string | null;
      /**
       * @description Name of the security
       * @example International Business Machines
       */
      symbolName?: string | null;
      /**
       * @description Ticker of the security
       * @example IBM
       */
      ticker?: string | null;
      /**
       * @description Code of the transaction
       * @example BUY
       */
      transactionCode?: string | null;
      /**
       * @description What happened
       * @example Bought 10 IBM
       */
      transactionDesc?: string | null;
      /**
       * @description Same as in the path
       * @example 700001
       */
      transactionId?: string | number | null;
      /**
       * @description Type of the transaction
       * @example Buy
       */
      transactionType?: string | null;
    };
    Fund: {
      /**
       * Format: decimal
       * @description US dollars
       * @example 10000.00
       */
      amount: string | number;
    };
    Generation: {
      /**
       * @description Name of its collection, unique
       * @example accounts_2
       */
      collection: string;
      /** @description Number of documents; only for a single read model */
      documents?: number;
      /**
       * @description Why it stopped, without event data
       * @example TypeError at folio.FolioCreated
       */
      lastError?: string;
      /** @description Whether readers get this generation */
      live: boolean;
      /** @description Number of the generation within its version */
      number: number;
      /**
       * @description Position in the log, decimal
       * @example 4711
       */
      position: string;
      /**
       * @description live; catching-up; ready: complete and held; stopped; retired: no longer folded; standby; unattended: no process folds it
       * @example live
       */
      state: string;
      /** @description Version of the read model that folded it */
      version: number;
    };
    GenerationDiff: {
      /** @description Documents missing in the live generation */
      added: number;
      /** @description Documents not compared, because only one of the two has folded their newest event */
      ahead: number;
      /** @description Documents with differing fields */
      changed: number;
      /**
       * @description The generation compared with it
       * @example accounts_account_v1_g2
       */
      collection: string;
      /** @description Differing fields, most frequent first */
      fields: components['schemas']['DifferingField'][];
      /** @description Documents only in the live generation */
      gone: number;
      /**
       * @description The live generation
       * @example accounts_account_v1_g1
       */
      live: string;
      /**
       * @description Position in the log, decimal
       * @example 4711
       */
      position: string;
      /** @description Identical documents */
      same: number;
      /** @description The first 20 of each kind */
      samples: components['schemas']['DifferingDocument'][];
    };
    HistoryEntry: {
      /** @description The folio, member, transaction or other thing it is about */
      about: components['schemas']['About'][];
      /** @description Who did it */
      actor: components['schemas']['Actor'];
      /** @description Changed fields */
      changes: components['schemas']['Change'][];
      /**
       * @description What happened, in words
       * @example The account was updated
       */
      description: string;
      /**
       * @description Position in the log, in the form of X-Consistency-Token
       * @example AAAAAAAAASw
       */
      position: string;
      /** @description The rule that refused, ended or lifted something */
      reason: components['schemas']['Reason'] | null;
      /**
       * @description X-Request-Id of the request that caused it
       * @example 7f9c24e5-0d3b-4c46-9a1e-6f0f6b1f2c11
       */
      requestId: string;
      /** @description Revision within the stream */
      revision: number;
      /**
       * @description Stream of the log
       * @example account-RA1B2C3D4E
       */
      stream: string;
      /**
       * Format: date-time
       * @description When it happened
       */
      time: string;
      /**
       * @description Event type, such as account.RestrictionLifted
       * @example account.RestrictionLifted
       */
      type: string;
    };
    IdentityResult: {
      /**
       * @description Result of the identity check. `PASSED` Passed, `FAILED` Failed
       * @enum {string}
       */
      cipStatus: 'PASSED' | 'FAILED';
    };
    InstitutionalFirm: {
      /**
       * @description Whether billing plans apply to accounts or to members. `account` Account level, `member` Member level
       * @enum {string|null}
       */
      billingLevel?: 'account' | 'member' | null;
      /** @description Where checks are sent */
      depositAddress?: components['schemas']['DepositAddressInput'] | null;
      /** @description What clients of the firm are entitled to */
      entitlements?: ('fullTid' | 'removeRestrictions' | 'ownerVerification')[] | null;
      /**
       * @description If present, must match the path
       * @example 1000000001
       */
      firmId?: string | number | null;
      /**
       * @description The same as firmId, as in responses; if present, must match the path
       * @example 1000000001
       */
      firmOid?: string | number | null;
      /**
       * @description Type of the firm
       * @enum {string|null}
       */
      firmType?: 'L' | null;
      /** @description Name of the firm */
      name: string;
      /** @description Partner code of the firm */
      partnerCode?: string | null;
      /** @description Payee of checks */
      payableTo?: string | null;
      /**
       * @description True for a sandbox; can be set only for a new firm, on embedded stores
       * @enum {boolean|string|null}
       */
      sandbox?: true | false | 'true' | 'false' | null;
      /** @description Initial time of a sandbox clock; defaults to the time of creation */
      sandboxStart?: string | null;
    };
    Item: {
      /**
       * Format: date-time
       * @description Time of the response; if omitted, unchanged
       */
      actionDateTime: string | null;
      /**
       * @description Who responded; if omitted, unchanged
       * @example 1730225935901564
       */
      actorOid: string | null;
      /**
       * Format: date-time
       * @description No response is accepted from this time on
       */
      expirationDate: string | null;
      /** @description Whether a response is required */
      forceResponse: boolean;
      /** @description Whether the document must be viewed before the response */
      forceView: boolean;
      /**
       * @description Id of the path
       * @example memorandum
       */
      id: string;
      /**
       * @description If omitted, unchanged; I for a new item
       * @enum {string}
       */
      ifaStatus: 'I' | 'V' | 'A' | 'R' | 'Y' | 'N' | 'O' | 'X';
      /**
       * @description Required in one of its spellings
       * @enum {string}
       */
      ifaType: 'NO' | 'AN' | 'BV' | 'MD' | 'AA' | 'SA' | 'DU' | 'IA' | 'CA';
      /**
       * @description Another spelling of id
       * @example 1
       */
      itemForAttentionId: string;
      /**
       * @description Another spelling of ifaStatus
       * @enum {string}
       */
      itemForAttentionStatus: 'I' | 'V' | 'A' | 'R' | 'Y' | 'N' | 'O' | 'X';
      /**
       * @description Another spelling of ifaType
       * @enum {string}
       */
      itemForAttentionType: 'NO' | 'AN' | 'BV' | 'MD' | 'AA' | 'SA' | 'DU' | 'IA' | 'CA';
      /**
       * @description Member id of the member in the path
       * @example 1730225935901564
       */
      memberOid: string;
      /** @description Number of views; -100: unlimited */
      numberOfViews: number;
      /**
       * @description Priority among the items
       * @example 1
       */
      priority: string | null;
      /** @description Document to read */
      readDocumentKey: components['schemas']['DocumentKey'] | null;
      /**
       * @description Path of the document to read
       * @example /documents/r
       */
      readDocumentPath: string | null;
      /**
       * Format: date-time
       * @description When the member may first respond
       */
      startDate: string | null;
      /**
       * @description What the item is about: an account number or the id of a bank link
       * @example RA1B2C3D4E
       */
      targetOid: string | null;
      /**
       * @description What targetOid names. `A` Account, `B` Bank link
       * @example A
       * @enum {string|null}
       */
      targetOidType: 'A' | 'B' | null;
      /**
       * Format: date-time
       * @description Time of the last view; if omitted, unchanged
       */
      viewDateTime: string | null;
      /** @description Number of views; -100: unlimited */
      viewsRemaining: number;
      /** @description Document to write */
      writeDocumentKey: components['schemas']['DocumentKey'] | null;
      /**
       * @description Path of the document to write
       * @example /documents/w
       */
      writeDocumentPath: string | null;
    };
    LotSecurity: {
      /**
       * @description CUSIP of the security
       * @example 459200101
       */
      cusip: string | null;
      /**
       * @description Immutable internal id
       * @example memorandum
       */
      id: string | null;
      /**
       * @description Ticker of the security
       * @example IBM
       */
      ticker: string | null;
    };
    LotSecurityInput: {
      /**
       * @description CUSIP of the security
       * @example 459200101
       */
      cusip?: string | number | null;
      /**
       * @description Immutable internal id
       * @example memorandum
       */
      id?: string | number | null;
      /**
       * @description Ticker of the security
       * @example IBM
       */
      ticker?: string | null;
    };
    Mail: {
      /** @description Number of attempts */
      attempts: number;
      /**
       * @description Last reply code of the mail server, or what went wrong
       * @example 250
       */
      code: string | null;
      /**
       * Format: date-time
       * @description Next attempt; null once sent or failed
       */
      dueAt: string | null;
      /**
       * @description Why it failed. unconfirmed: the mail server may have it, but the process that sent it died before the response
       * @enum {string|null}
       */
      failure: 'refused' | 'given-up' | 'no-address' | 'unconfirmed' | null;
      /**
       * @description Firm of the recipient
       * @example 1000000001
       */
      firmId: string;
      /**
       * @description Login id of the recipient
       * @example jane.doe
       */
      loginId: string;
      /**
       * @description Id of the mail
       * @example 6745009223
       */
      mailId: string;
      /**
       * Format: date-time
       * @description When it was requested
       */
      requestedAt: string;
      /**
       * @description due (or being sent), sent or failed
       * @enum {string}
       */
      status: 'due' | 'sent' | 'failed';
      /**
       * @description Subject line
       * @example A model you follow has changed: Balanced
       */
      subject: string;
      /**
       * @description Topic of the mail
       * @example rtg-model-changed
       */
      topic: string;
    };
    MasterKey: {
      /** @description Keys that were destroyed */
      erasedKeys: number;
      /**
       * @description SHA-256 fingerprint of the key that encrypts
       * @example b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184
       */
      fingerprint: string;
      /** @description Whether the service generated it and keeps it in DATA_DIR */
      generated: boolean;
      /** @description Keys under the one that encrypts */
      keys: number;
      /**
       * @description Fingerprint of the key that only decrypts; null if there is one master key
       * @example b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184
       */
      otherFingerprint: string | null;
      /** @description Keys under the one that only decrypts */
      otherKeys: number;
      /** @description Keys that neither master key decrypts: damaged, or under a third one */
      unopenedKeys: number;
    };
    Member: {
      /** @description Accredited by annual income */
      accreditedInvestorAnnualIncome: boolean;
      /** @description Accredited by net worth */
      accreditedInvestorNetWorth: boolean;
      /**
       * @description Login id of the API client or advisor who created the member
       * @example acme.api
       */
      advisorLoginId: string | null;
      /**
       * @description Range of the annual income
       * @example 3
       * @enum {string|null}
       */
      annualIncome: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | null;
      /**
       * @description Result of the identity check. `PASSED` Passed, `FAILED` Failed, `PENDING_NEW` Waiting for the result
       * @example PASSED
       * @enum {string}
       */
      cipStatus: 'PASSED' | 'FAILED' | 'PENDING_NEW';
      /**
       * @description Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen
       * @example C
       * @enum {string|null}
       */
      citizenship: 'C' | 'R' | 'N' | 'U' | null;
      /**
       * Format: date-time
       * @description When the person was created
       * @example 2026-03-02T15:00:00.000+00:00
       */
      creationDate: string;
      /**
       * Format: date-time
       * @description Date of birth
       * @example 1980-05-17T00:00:00.000+00:00
       */
      dateOfBirth: string | null;
      /**
       * @description Daytime telephone
       * @example 212-555-0142
       */
      dayTelephone: string | null;
      /**
       * @description Number of dependents, 0 to 99
       * @example 2
       */
      dependentCount: string | null;
      /** @description Director or ten percent shareholder of a listed company */
      directorOrTenPercentShareholder: boolean;
      /**
       * @description Tickers
       * @example [
       *       "IBM"
       *     ]
       */
      directorOrTenPercentShareholderCompany: string[];
      /**
       * @description Primary e-mail address
       * @example jane@example.com
       */
      email1: string | null;
      /**
       * @description Secondary e-mail address
       * @example jane.doe@example.org
       */
      email2: string | null;
      /** @description Address of the employer */
      employerAddress: components['schemas']['Address'] | null;
      /**
       * @description Name of the employer
       * @example Acme
       */
      employerName: string | null;
      /**
       * @description Employment. `Self-Employed` Self-employed
       * @example Employed
       * @enum {string|null}
       */
      employmentStatus:
        'Employed' | 'Self-Employed' | 'Retired' | 'Student' | 'Unemployed' | 'Other' | null;
      /**
       * @description Evening telephone
       * @example 212-555-0143
       */
      eveningTelephone: string | null;
      /** @description Affiliated with a FINRA member */
      finraAffiliated: boolean;
      /**
       * @description The FINRA member
       * @example Broker Inc.
       */
      finraCompany: string | null;
      /**
       * @description Id of the advisor firm, immutable
       * @example 1000000001
       */
      firmOid: string;
      /**
       * @description First name
       * @example Tom
       */
      firstName: string | null;
      /**
       * @description Last name
       * @example Doe
       */
      lastName: string | null;
      /**
       * @description Range of the liquid net worth
       * @example 2
       * @enum {string|null}
       */
      liquidNetWorth: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | null;
      /**
       * @description Login id
       * @example jane.doe
       */
      loginId: string;
      /** @description Mailing address, if different */
      mailingAddress: components['schemas']['Address'] | null;
      /**
       * @description Number of the person, immutable
       * @example 1730225935901564
       */
      memberOid: string;
      /** @description More about the member */
      memberProfileItems: components['schemas']['MemberProfileItems'] | null;
      /**
       * @description Kind of the membership
       * @example N
       */
      membershipType: string;
      /**
       * @description Middle name
       * @example Ann
       */
      middleName: string | null;
      /**
       * @description Range of the net worth
       * @example 4
       * @enum {string|null}
       */
      netWorth: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | null;
      /**
       * @description Occupation
       * @example Engineering
       * @enum {string|null}
       */
      occupationType:
        | 'Administrative'
        | 'Business Owner'
        | 'Consulting'
        | 'Creative'
        | 'Education'
        | 'Engineering'
        | 'Finance'
        | 'Health Care'
        | 'Homemaker'
        | 'Information Systems'
        | 'Legal'
        | 'Management'
        | 'Marketing'
        | 'Operations'
        | 'Other/Not Specified'
        | 'Sales'
        | 'Service'
        | 'Training'
        | null;
      /**
       * @description Partner code of the firm
       * @example P-1
       */
      partnerCode: string | null;
      /**
       * @description Sector of the experience
       * @example Energy
       */
      previousExperienceSector: string | null;
      /** @description Has subscribed to private placements before */
      previousPrivatePlacementExperience: boolean;
      /** @description Street address */
      primaryAddress: components['schemas']['Address'] | null;
      /**
       * @description Country of residence
       * @example US
       */
      residenceCountry: string;
      /**
       * @description Suffix of the name
       * @example Jr.
       * @enum {string|null}
       */
      suffix: 'Jr.' | 'Sr.' | 'II' | 'III' | 'IV' | 'V' | null;
      /**
       * @description Masked except for the last four digits; unmasked for entitled firms
       * @example *****1120
       */
      tid: string;
      /**
       * @description Form of address
       * @example Ms.
       * @enum {string|null}
       */
      title: 'Dr.' | 'Ms.' | 'Miss' | 'Mr.' | 'Mrs.' | null;
      /**
       * @description State of the membership. `RM` Real membership, `EM` Expired: no account is open any more, `CM` Closed by the firm, `TM` Transferred to another firm
       * @example RM
       * @enum {string}
       */
      transState: 'RM' | 'EM' | 'CM' | 'TM';
    };
    MemberProfileItems: {
      /**
       * @description Marital status. `S` Single, `M` Married, `P` Domestic partner, `D` Divorced, `W` Widowed, `C` Civil union
       * @enum {string}
       */
      maritalStatus?: 'S' | 'M' | 'P' | 'D' | 'W' | 'C';
      /**
       * @description Top marginal tax bracket. `1` 0 to 15 percent, `2` 16 to 25 percent, `3` 26 to 30 percent, `4` 31 to 35 percent, `5` over 35 percent
       * @enum {string}
       */
      topMarginalTaxBracket?: '1' | '2' | '3' | '4' | '5';
    };
    MemberProfileItemsInput: {
      /**
       * @description Marital status. `S` Single, `M` Married, `P` Domestic partner, `D` Divorced, `W` Widowed, `C` Civil union
       * @enum {string|null}
       */
      maritalStatus?: 'S' | 'M' | 'P' | 'D' | 'W' | 'C' | null;
      /**
       * @description Top marginal tax bracket. `1` 0 to 15 percent, `2` 16 to 25 percent, `3` 26 to 30 percent, `4` 31 to 35 percent, `5` over 35 percent
       * @enum {string|integer|null}
       */
      topMarginalTaxBracket?: '1' | '2' | '3' | '4' | '5' | 1 | 2 | 3 | 4 | 5 | null;
    };
    Membership: {
      /**
       * @description The new state; the service sets EM itself, from the member’s accounts. `RM` Real membership, `EM` Expired: no account is open any more, `CM` Closed by the firm, `TM` Transferred to another firm
       * @example CM
       * @enum {string}
       */
      transState: 'RM' | 'EM' | 'CM' | 'TM';
    };
    MicroDeposits: {
      /**
       * @description US dollars, decimal strings
       * @example [
       *       "0.12",
       *       "0.31"
       *     ]
       */
      amounts: string[];
    };
    Minor: {
      /**
       * @description Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen
       * @example C
       * @enum {string}
       */
      citizenship: 'C' | 'R' | 'N' | 'U';
      /**
       * Format: date-time
       * @description Date of birth
       * @example 1980-05-17T00:00:00.000+00:00
       */
      dateOfBirth: string;
      /**
       * @description First name
       * @example Tom
       */
      firstName: string;
      /**
       * @description Last name
       * @example Doe
       */
      lastName: string;
      /**
       * @description Middle name
       * @example Ann
       */
      middleName: string | null;
      /**
       * @description Social security number
       * @example 078051121
       */
      ssn: string;
      /**
       * @description State of current or last residence. `AL` Alabama, `AK` Alaska, `AZ` Arizona, `AR` Arkansas, `CA` California, `CO` Colorado, `CT` Connecticut, `DE` Delaware, `FL` Florida, `GA` Georgia, `HI` Hawaii, `ID` Idaho, `IL` Illinois, `IN` Indiana, `IA` Iowa, `KS` Kansas, `KY` Kentucky, `LA` Louisiana, `ME` Maine, `MD` Maryland, `MA` Massachusetts, `MI` Michigan, `MN` Minnesota, `MS` Mississippi, `MO` Missouri, `MT` Montana, `NE` Nebraska, `NV` Nevada, `NH` New Hampshire, `NJ` New Jersey, `NM` New Mexico, `NY` New York, `NC` North Carolina, `ND` North Dakota, `OH` Ohio, `OK` Oklahoma, `OR` Oregon, `PA` Pennsylvania, `RI` Rhode Island, `SC` South Carolina, `SD` South Dakota, `TN` Tennessee, `TX` Texas, `UT` Utah, `VT` Vermont, `VA` Virginia, `WA` Washington, `WV` West Virginia, `WI` Wisconsin, `WY` Wyoming, `DC` District of Columbia, `AS` American Samoa, `GU` Guam, `MP` Northern Mariana Islands, `PR` Puerto Rico, `VI` US Virgin Islands, `AA` Armed Forces Americas, `AE` Armed Forces Europe, `AP` Armed Forces Pacific
       * @example NY
       * @enum {string}
       */
      state:
        | 'AL'
        | 'AK'
        | 'AZ'
        | 'AR'
        | 'CA'
        | 'CO'
        | 'CT'
        | 'DE'
        | 'FL'
        | 'GA'
        | 'HI'
        | 'ID'
        | 'IL'
        | 'IN'
        | 'IA'
        | 'KS'
        | 'KY'
        | 'LA'
        | 'ME'
        | 'MD'
        | 'MA'
        | 'MI'
        | 'MN'
        | 'MS'
        | 'MO'
        | 'MT'
        | 'NE'
        | 'NV'
        | 'NH'
        | 'NJ'
        | 'NM'
        | 'NY'
        | 'NC'
        | 'ND'
        | 'OH'
        | 'OK'
        | 'OR'
        | 'PA'
        | 'RI'
        | 'SC'
        | 'SD'
        | 'TN'
        | 'TX'
        | 'UT'
        | 'VT'
        | 'VA'
        | 'WA'
        | 'WV'
        | 'WI'
        | 'WY'
        | 'DC'
        | 'AS'
        | 'GU'
        | 'MP'
        | 'PR'
        | 'VI'
        | 'AA'
        | 'AE'
        | 'AP';
      /**
       * @description Suffix of the name
       * @example Jr.
       */
      suffix: string | null;
      /**
       * @description Form of address
       * @example Ms.
       */
      title: string | null;
    };
    MinorInput: {
      /**
       * @description Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen
       * @example C
       * @enum {string}
       */
      citizenship: 'C' | 'R' | 'N' | 'U';
      /**
       * @description Date of birth
       * @example 1980-05-17T00:00:00.000+00:00
       */
      dateOfBirth: string;
      /**
       * @description First name
       * @example Tom
       */
      firstName: string;
      /**
       * @description Last name
       * @example Doe
       */
      lastName: string;
      /**
       * @description Middle name
       * @example Ann
       */
      middleName?: string | null;
      /**
       * @description Social security number
       * @example 078051121
       */
      ssn?: string | number;
      /**
       * @deprecated
       * @description Another spelling of ssn
       */
      SSN?: string | number;
      /**
       * @description State of current or last residence. `AL` Alabama, `AK` Alaska, `AZ` Arizona, `AR` Arkansas, `CA` California, `CO` Colorado, `CT` Connecticut, `DE` Delaware, `FL` Florida, `GA` Georgia, `HI` Hawaii, `ID` Idaho, `IL` Illinois, `IN` Indiana, `IA` Iowa, `KS` Kansas, `KY` Kentucky, `LA` Louisiana, `ME` Maine, `MD` Maryland, `MA` Massachusetts, `MI` Michigan, `MN` Minnesota, `MS` Mississippi, `MO` Missouri, `MT` Montana, `NE` Nebraska, `NV` Nevada, `NH` New Hampshire, `NJ` New Jersey, `NM` New Mexico, `NY` New York, `NC` North Carolina, `ND` North Dakota, `OH` Ohio, `OK` Oklahoma, `OR` Oregon, `PA` Pennsylvania, `RI` Rhode Island, `SC` South Carolina, `SD` South Dakota, `TN` Tennessee, `TX` Texas, `UT` Utah, `VT` Vermont, `VA` Virginia, `WA` Washington, `WV` West Virginia, `WI` Wisconsin, `WY` Wyoming, `DC` District of Columbia, `AS` American Samoa, `GU` Guam, `MP` Northern Mariana Islands, `PR` Puerto Rico, `VI` US Virgin Islands, `AA` Armed Forces Americas, `AE` Armed Forces Europe, `AP` Armed Forces Pacific
       * @example NY
       * @enum {string}
       */
      state:
        | 'AL'
        | 'AK'
        | 'AZ'
        | 'AR'
        | 'CA'
        | 'CO'
        | 'CT'
        | 'DE'
        | 'FL'
        | 'GA'
        | 'HI'
        | 'ID'
        | 'IL'
        | 'IN'
        | 'IA'
        | 'KS'
        | 'KY'
        | 'LA'
        | 'ME'
        | 'MD'
        | 'MA'
        | 'MI'
        | 'MN'
        | 'MS'
        | 'MO'
        | 'MT'
        | 'NE'
        | 'NV'
        | 'NH'
        | 'NJ'
        | 'NM'
        | 'NY'
        | 'NC'
        | 'ND'
        | 'OH'
        | 'OK'
        | 'OR'
        | 'PA'
        | 'RI'
        | 'SC'
        | 'SD'
        | 'TN'
        | 'TX'
        | 'UT'
        | 'VT'
        | 'VA'
        | 'WA'
        | 'WV'
        | 'WI'
        | 'WY'
        | 'DC'
        | 'AS'
        | 'GU'
        | 'MP'
        | 'PR'
        | 'VI'
        | 'AA'
        | 'AE'
        | 'AP';
      /**
       * @description Suffix of the name
       * @example Jr.
       */
      suffix?: string | null;
      /**
       * @description Form of address
       * @example Ms.
       */
      title?: string | null;
    };
    MoveClock: {
      /**
       * @description By how much to move it: an ISO 8601 duration in whole numbers
       * @example P10D
       */
      by?: string | null;
      /**
       * @description New time of the clock
       * @example 2027-01-04T15:00:00.000Z
       */
      to?: string | null;
    };
    NewPermission: {
      /**
       * @description Account number of the path
       * @example RA1B2C3D4E
       */
      accountNumber?: string | number | null;
      /**
       * @description Which alerts the member gets; defaults to all for AM, none otherwise. `all` All alerts, `limited` Limited alerts, `none` No alerts
       * @example all
       * @enum {string|null}
       */
      alertLevel?: 'all' | 'limited' | 'none' | null;
      /**
       * @description Whether the member is listed on reports; defaults to false
       * @enum {boolean|string|null}
       */
      listOnReport?: true | false | 'true' | 'false' | null;
      /**
       * @description Login id of the member
       * @example jane.doe
       */
      loginId: string | number;
      /**
       * @description What the member may do. `AC` Account creator, `AM` Account manager, `TM` Trader and money mover, `MM` Money mover, `TR` Trader, `DV` Detail viewer, `SV` Summary viewer
       * @example DV
       * @enum {string}
       */
      permission: 'AC' | 'AM' | 'TM' | 'MM' | 'TR' | 'DV' | 'SV';
    };
    Offer: {
      /**
       * Format: date
       * @description Last day for subscriptions, in New York
       */
      closingDate: string;
      /**
       * @description Who may subscribe. `ACCREDITED` Accredited investors only, `ALL` Everybody
       * @enum {string}
       */
      eligibility: 'ACCREDITED' | 'ALL';
      /**
       * @description Firm ids; clients see only their own
       * @example [
       *       "1000000001"
       *     ]
       */
      eligibleFirms: string[];
      /**
       * Format: decimal
       * @description Maximum amount of a subscription, dollars
       * @example 1000.00
       */
      maximum: string;
      /**
       * Format: decimal
       * @description Minimum amount of a subscription, dollars
       * @example 1000.00
       */
      minimum: string;
      /**
       * @description Name
       * @example Growth Fund I
       */
      name: string;
      /**
       * Format: date
       * @description First day for subscriptions, in New York
       */
      openingDate: string;
      /**
       * @description Id in the path
       * @example 4000001
       */
      privatePlacementOfferOid: string;
    };
    OfferingDocument: {
      /**
       * @description Id of the document
       * @example memorandum
       */
      id: string;
      /**
       * @description Media type of the document
       * @example application/pdf
       */
      mediaType: string;
      /**
       * @description Name
       * @example Memorandum
       */
      name: string;
      /** @description Must be fetched before subscribing */
      required: boolean;
      /** @description Must be signed by the client */
      signable: boolean;
      /**
       * @description Bytes
       * @example 23
       */
      size: number;
    };
    OfferInput: {
      /**
       * Format: date
       * @description Last day for subscriptions, in New York
       */
      closingDate: string;
      /**
       * @description Who may subscribe. `ACCREDITED` Accredited investors only, `ALL` Everybody
       * @enum {string}
       */
      eligibility: 'ACCREDITED' | 'ALL';
      /**
       * @description Firm ids; clients see only their own
       * @example [
       *       "1000000001"
       *     ]
       */
      eligibleFirms: (string | number)[];
      /**
       * Format: decimal
       * @description Maximum amount of a subscription, dollars
       * @example 1000.00
       */
      maximum: string | number;
      /**
       * Format: decimal
       * @description Minimum amount of a subscription, dollars
       * @example 1000.00
       */
      minimum: string | number;
      /**
       * @description Name
       * @example Growth Fund I
       */
      name: string;
      /**
       * Format: date
       * @description First day for subscriptions, in New York
       */
      openingDate: string;
      /**
       * @description Id in the path
       * @example 4000001
       */
      privatePlacementOfferOid?: string | number | null;
    };
    OpenAccount: {
      /**
       * @description Unique among the accounts of the primary owner
       * @example Jane first
       */
      accountName: string;
      /**
       * @description Corporate types and revocable trust
       * @example Acme LLC
       */
      accountRegistrationInfo?: string | null;
      /**
       * @description Type of the account. `9` SIMPLE IRA, `I` Individual, `J` Joint tenants with rights of survivorship, `K` Joint tenants in common, `L` Joint community property, `M` Joint tenants by the entirety, `U` Custodial, `P` SEP IRA, `Q` Rollover IRA, `R` Traditional IRA, `S` Roth IRA, `X` Revocable trust, `D` Business trust, `A` Corporation, `F` Limited liability company, `E` Limited partnership, `B` General partnership, `V` Unincorporated organization, `C` Investment club, `H` Sole proprietorship
       * @example I
       * @enum {string|integer}
       */
      accountType:
        | '9'
        | 'I'
        | 'J'
        | 'K'
        | 'L'
        | 'M'
        | 'U'
        | 'P'
        | 'Q'
        | 'R'
        | 'S'
        | 'X'
        | 'D'
        | 'A'
        | 'F'
        | 'E'
        | 'B'
        | 'V'
        | 'C'
        | 'H'
        | 9;
      /**
       * @description An advisory plan of the firm
       * @example 2000001
       */
      billingPlanOid: string | number;
      /**
       * @description Branch of the firm
       * @example B7
       */
      branchCode?: string | number | null;
      /** @description Who inherits if no primary beneficiary does; retirement accounts, only with primary ones */
      contingentBeneficiaries?: components['schemas']['BeneficiaryInput'][] | null;
      /**
       * @description Tax lot relief method; AVGC for all non-taxable accounts and no others. `FIFO` First in, first out, `LIFO` Last in, first out, `LGHL` Maximize losses, minimize gains, `HGLL` Maximize gains, minimize losses, `LLTG` Lowest long-term gain, `LSTG` Lowest short-term gain, `HLTG` Highest long-term gain, `HSTG` Highest short-term gain, `AVGC` Average cost, `WLFS` Weighted by tax rates, losses first, `WGFS` Weighted by tax rates, gains first
       * @example LGHL
       * @enum {string|null}
       */
      defaultTaxLotSelection?:
        | 'FIFO'
        | 'LIFO'
        | 'LGHL'
        | 'HGLL'
        | 'LLTG'
        | 'LSTG'
        | 'HLTG'
        | 'HSTG'
        | 'AVGC'
        | 'WLFS'
        | 'WGFS'
        | null;
      /** @description First contribution; SIMPLE IRA only */
      initContributionDate?: string | null;
      /**
       * @description Login ids; joint types and revocable trust
       * @example [
       *       "john.doe"
       *     ]
       */
      jointOwners?: (string | number)[] | null;
      /**
       * Format: decimal
       * @description Percent; only for WLFS and WGFS
       * @example 15.5
       */
      longTermTaxRate?: string | number | null;
      /** @description Custodial account */
      minor?: components['schemas']['MinorInput'] | null;
      /**
       * @description Login id of a member, or firm id for a corporate account
       * @example jane.doe
       */
      primaryAccountOwner: string | number;
      /** @description Who inherits; retirement accounts */
      primaryBeneficiaries?: components['schemas']['BeneficiaryInput'][] | null;
      /**
       * @description Representative of the firm
       * @example R9
       */
      repCode?: string | number | null;
      /**
       * Format: decimal
       * @description Percent; only for WLFS and WGFS
       * @example 37
       */
      shortTermTaxRate?: string | number | null;
      /**
       * @description Corporation and LLC. `S` S corporation, `C` C corporation, `P` Partnership
       * @enum {string|null}
       */
      taxClassification?: 'S' | 'C' | 'P' | null;
      /** @description People the firm may contact about the account */
      trustedContacts?: components['schemas']['TrustedContactInput'][] | null;
      /**
       * @description Login ids; corporate types
       * @example [
       *       "tess.fox"
       *     ]
       */
      trustees?: (string | number)[] | null;
      /**
       * @description Backup withholding. `C` Subject to backup withholding, `N` Not subject to backup withholding
       * @enum {string|null}
       */
      w9BackupWithholding?: 'C' | 'N' | null;
    };
    Order: {
      /**
       * @description Account number in the path
       * @example RA1B2C3D4E
       */
      accountNumber: string;
      /**
       * Format: decimal
       * @description Limit on purchases, percent
       * @example 2.5
       */
      buyLimitPercent: string | null;
      /**
       * Format: decimal
       * @description Commission, dollars
       * @example 500.00
       */
      commission: string;
      /**
       * Format: date-time
       * @description When it was created
       * @example 2026-03-02T15:00:00.000+00:00
       */
      creationDate: string;
      /**
       * @description How the order was created. `A` Through the interface, `B` By the back office, `P` For an accepted private placement subscription
       * @enum {string}
       */
      creationMethod: 'A' | 'B' | 'P';
      /** @description The representative has discretion over side or amount */
      discretionary: boolean;
      /**
       * @description Whether amounts are dollars or shares. `D` Dollars, `S` Shares
       * @example D
       * @enum {string}
       */
      dollarShareBasedIndicator: 'D' | 'S';
      /**
       * Format: decimal
       * @description Estimated purchases, dollars
       * @example 500.00
       */
      estimatedBuyDollarAmount: string | null;
      /**
       * Format: decimal
       * @description Estimated sales, dollars
       * @example 500.00
       */
      estimatedSellDollarAmount: string | null;
      /**
       * Format: date-time
       * @description When the order was executed
       */
      executionDate: string | null;
      /**
       * Format: decimal
       * @description Filled purchases, dollars
       * @example 500.00
       */
      filledBuyDollarAmount: string | null;
      /**
       * Format: decimal
       * @description Filled sales, dollars
       * @example 500.00
       */
      filledSellDollarAmount: string | null;
      /**
       * @description Folio number in the path
       * @example RA1B2C3D4E03
       */
      folioNumber: string;
      /**
       * @description Id of the folio; the number for 01 and 02
       * @example 593576796057605
       */
      folioOid: string;
      /**
       * @description Number of the order
       * @example 229920467801
       */
      folioOrderId: string;
      /**
       * @description Id of the order
       * @example 723967613562004
       */
      folioOrderOid: string;
      /**
       * Format: date-time
       * @description When it last changed
       */
      modificationTimestamp: string;
      /**
       * @description How it is executed; null if security orders differ. `M` Market, `L` Limit, `S` Stop, `X` Stop-limit
       * @example M
       * @enum {string|null}
       */
      orderSubType: 'M' | 'L' | 'S' | 'X' | null;
      /**
       * @description Type of the order. `W` Window, `D` Direct, `L` Stop-limit, `A` Auto invest
       * @example W
       * @enum {string}
       */
      orderType: 'W' | 'D' | 'L' | 'A';
      /**
       * @description Reason for the trade
       * @example NS
       */
      reasonForTrade: string;
      /**
       * Format: decimal
       * @description Requested purchases, dollars
       * @example 500.00
       */
      requestedBuyDollarAmount: string | null;
      /**
       * Format: decimal
       * @description Requested sales, dollars
       * @example 500.00
       */
      requestedSellDollarAmount: string | null;
      /**
       * Format: date-time
       * @description Trading window of the order
       */
      scheduledWindowDatetime: string | null;
      /** @description One for each security */
      securityOrders: components['schemas']['SecurityOrder'][];
      /**
       * Format: decimal
       * @description Limit on sales, percent
       * @example 2.5
       */
      sellLimitPercent: string | null;
      /** @description The representative recommended it */
      solicited: boolean;
      /**
       * @description State of the order. `O` Open, `P` Partly filled, `F` Filled, `C` Cancelled, `R` Rejected, `E` Expired
       * @example O
       * @enum {string}
       */
      state: 'O' | 'P' | 'F' | 'C' | 'R' | 'E';
      /**
       * @description Reason for the state; 201 cancelled by user
       * @example 201
       */
      stateReasonCode: string | null;
      /**
       * @description Tax lot relief method. `FIFO` First in, first out, `LIFO` Last in, first out, `LGHL` Maximize losses, minimize gains, `HGLL` Maximize gains, minimize losses, `LLTG` Lowest long-term gain, `LSTG` Lowest short-term gain, `HLTG` Highest long-term gain, `HSTG` Highest short-term gain, `AVGC` Average cost, `WLFS` Weighted by tax rates, losses first, `WGFS` Weighted by tax rates, gains first
       * @example LGHL
       * @enum {string}
       */
      taxlotReliefMethod:
        | 'FIFO'
        | 'LIFO'
        | 'LGHL'
        | 'HGLL'
        | 'LLTG'
        | 'LSTG'
        | 'HLTG'
        | 'HSTG'
        | 'AVGC'
        | 'WLFS'
        | 'WGFS';
      /**
       * Format: decimal
       * @description Commission of all security orders, dollars
       * @example 500.00
       */
      totalCommission: string;
      /**
       * Format: decimal
       * @description Fees of all security orders, dollars
       * @example 500.00
       */
      totalFee: string;
      /**
       * @description Number of the member who placed the order
       * @example 1933130339066050
       */
      tradeOriginatingMemberOid: string | null;
    };
    OrderInput: {
      /**
       * @description Account number in the path
       * @example RA1B2C3D4E
       */
      accountNumber?: string | number | null;
      /**
       * Format: decimal
       * @description Limit on purchases, percent
       * @example 2.5
       */
      buyLimitPercent?: string | number | null;
      /**
       * Format: decimal
       * @description Commission, dollars
       * @example 500.00
       */
      commission?: string | number | null;
      /**
       * @description When it was created
       * @example 2026-03-02T15:00:00.000+00:00
       */
      creationDate?: string | null;
      /**
       * @description How the order was created. `A` Through the interface, `B` By the back office, `P` For an accepted private placement subscription
       * @enum {string|null}
       */
      creationMethod?: 'A' | 'B' | 'P' | null;
      /**
       * @description The representative has discretion over side or amount
       * @enum {boolean|string|null}
       */
      discretionary?: true | false | 'true' | 'false' | null;
      /**
       * @description Whether amounts are dollars or shares. `D` Dollars, `S` Shares
       * @example D
       * @enum {string|null}
       */
      dollarShareBasedIndicator?: 'D' | 'S' | null;
      /**
       * Format: decimal
       * @description Estimated purchases, dollars
       * @example 500.00
       */
      estimatedBuyDollarAmount?: string | number | null;
      /**
       * Format: decimal
       * @description Estimated sales, dollars
       * @example 500.00
       */
      estimatedSellDollarAmount?: string | number | null;
      /** @description When the order was executed */
      executionDate?: string | null;
      /**
       * Format: decimal
       * @description Filled purchases, dollars
       * @example 500.00
       */
      filledBuyDollarAmount?: string | number | null;
      /**
       * Format: decimal
       * @description Filled sales, dollars
       * @example 500.00
       */
      filledSellDollarAmount?: string | number | null;
      /**
       * @description Folio number in the path
       * @example RA1B2C3D4E03
       */
      folioNumber?: string | number | null;
      /**
       * @description Id of the folio; the number for 01 and 02
       * @example 593576796057605
       */
      folioOid?: string | number | null;
      /**
       * @description Number of the order
       * @example 229920467801
       */
      folioOrderId?: string | number | null;
      /**
       * @description Id of the order
       * @example 723967613562004
       */
      folioOrderOid?: string | number | null;
      /** @description When it last changed */
      modificationTimestamp?: string | null;
      /**
       * @description How it is executed; null if security orders differ. `M` Market, `L` Limit, `S` Stop, `X` Stop-limit
       * @example M
       * @enum {string|null}
       */
      orderSubType?: 'M' | 'L' | 'S' | 'X' | null;
      /**
       * @description Type of the order. `W` Window, `D` Direct, `L` Stop-limit, `A` Auto invest
       * @example W
       * @enum {string|null}
       */
      orderType?: 'W' | 'D' | 'L' | 'A' | null;
      /**
       * @description Reason for the trade
       * @example NS
       */
      reasonForTrade?: string | null;
      /**
       * Format: decimal
       * @description Requested purchases, dollars
       * @example 500.00
       */
      requestedBuyDollarAmount?: string | number | null;
      /**
       * Format: decimal
       * @description Requested sales, dollars
       * @example 500.00
       */
      requestedSellDollarAmount?: string | number | null;
      /** @description Trading window of the order */
      scheduledWindowDatetime?: string | null;
      /** @description One for each security */
      securityOrders?: components['schemas']['SecurityOrderInput'][] | null;
      /**
       * Format: decimal
       * @description Limit on sales, percent
       * @example 2.5
       */
      sellLimitPercent?: string | number | null;
      /**
       * @description The representative recommended it
       * @enum {boolean|string|null}
       */
      solicited?: true | false | 'true' | 'false' | null;
      /**
       * @description State of the order. `O` Open, `P` Partly filled, `F` Filled, `C` Cancelled, `R` Rejected, `E` Expired
       * @example O
       * @enum {string|null}
       */
      state?: 'O' | 'P' | 'F' | 'C' | 'R' | 'E' | null;
      /**
       * @description Reason for the state; 201 cancelled by user
       * @example 201
       */
      stateReasonCode?: string | number | null;
      /**
       * @description Tax lot relief method. `FIFO` First in, first out, `LIFO` Last in, first out, `LGHL` Maximize losses, minimize gains, `HGLL` Maximize gains, minimize losses, `LLTG` Lowest long-term gain, `LSTG` Lowest short-term gain, `HLTG` Highest long-term gain, `HSTG` Highest short-term gain, `AVGC` Average cost, `WLFS` Weighted by tax rates, losses first, `WGFS` Weighted by tax rates, gains first
       * @example LGHL
       * @enum {string|null}
       */
      taxlotReliefMethod?:
        | 'FIFO'
        | 'LIFO'
        | 'LGHL'
        | 'HGLL'
        | 'LLTG'
        | 'LSTG'
        | 'HLTG'
        | 'HSTG'
        | 'AVGC'
        | 'WLFS'
        | 'WGFS'
        | null;
      /**
       * Format: decimal
       * @description Commission of all security orders, dollars
       * @example 500.00
       */
      totalCommission?: string | number | null;
      /**
       * Format: decimal
       * @description Fees of all security orders, dollars
       * @example 500.00
       */
      totalFee?: string | number | null;
      /**
       * @description Number of the member who placed the order
       * @example 1933130339066050
       */
      tradeOriginatingMemberOid?: string | number | null;
    };
    OrderSecurity: {
      /**
       * @description Ticker of the security
       * @example IBM
       */
      ticker: string;
    };
    ParkedEvent: {
      /** @description Attempts before it was parked */
      attempts: number;
      /**
       * @description Why it failed, without any data of an event
       * @example TypeError, at CheckNewTransaction.react (cash.reactions.js:91:20)
       */
      error: string;
      /**
       * @description Stream, or account for the feed, whose later events wait behind this one
       * @example cash-RA12345678
       */
      partition: string;
      /**
       * @description Position in the log, decimal
       * @example 4711
       */
      position: string;
      /**
       * @description Stream of the event
       * @example cash-RA12345678
       */
      stream: string;
      /**
       * @description Stored type of the event
       * @example cash.TransactionCreated.v1
       */
      type: string;
    };
    PerformanceSummary: {
      /**
       * Format: date
       * @description First day with a value
       */
      firstDate: string | null;
      /**
       * Format: decimal
       * @description Value on that day
       * @example 10.25
       */
      firstValue: string | null;
      /**
       * @description What the values belong to
       * @example FOLIO
       * @enum {string}
       */
      identifierType: 'ACCOUNT' | 'FOLIO';
      /**
       * @description Folio number
       * @example RA1B2C3D4E03
       */
      identifierValue: string;
      /**
       * Format: date
       * @description Last day with a value
       */
      lastDate: string | null;
      /**
       * Format: decimal
       * @description Value on that day
       * @example 10.25
       */
      lastValue: string | null;
      /**
       * Format: decimal
       * @description Percent
       * @example 2.5
       */
      returnPercent: string | null;
      /**
       * @description Before or after fees
       * @enum {string}
       */
      returnType: 'grossfee' | 'netfee';
    };
    Permission: {
      /**
       * @description Account number of the path
       * @example RA1B2C3D4E
       */
      accountNumber: string;
      /**
       * @description Which alerts the member gets; defaults to all for AM, none otherwise. `all` All alerts, `limited` Limited alerts, `none` No alerts
       * @example all
       * @enum {string}
       */
      alertLevel: 'all' | 'limited' | 'none';
      /** @description Whether the member is listed on reports; defaults to false */
      listOnReport: boolean;
      /**
       * @description Login id of the member
       * @example jane.doe
       */
      loginId: string;
      /**
       * @description What the member may do. `AC` Account creator, `AM` Account manager, `TM` Trader and money mover, `MM` Money mover, `TR` Trader, `DV` Detail viewer, `SV` Summary viewer
       * @example DV
       * @enum {string}
       */
      permission: 'AC' | 'AM' | 'TM' | 'MM' | 'TR' | 'DV' | 'SV';
    };
    PermissionInput: {
      /**
       * @description Account number of the path
       * @example RA1B2C3D4E
       */
      accountNumber?: string | number | null;
      /**
       * @description Which alerts the member gets; defaults to all for AM, none otherwise. `all` All alerts, `limited` Limited alerts, `none` No alerts
       * @example all
       * @enum {string|null}
       */
      alertLevel?: 'all' | 'limited' | 'none' | null;
      /**
       * @description Whether the member is listed on reports; defaults to false
       * @enum {boolean|string|null}
       */
      listOnReport?: true | false | 'true' | 'false' | null;
      /**
       * @description Login id of the member
       * @example jane.doe
       */
      loginId?: string | number | null;
      /**
       * @description What the member may do. `AC` Account creator, `AM` Account manager, `TM` Trader and money mover, `MM` Money mover, `TR` Trader, `DV` Detail viewer, `SV` Summary viewer
       * @example DV
       * @enum {string}
       */
      permission?: 'AC' | 'AM' | 'TM' | 'MM' | 'TR' | 'DV' | 'SV';
    };
    Position: {
      /**
       * Format: decimal
       * @description Shares
       * @example 12.5
       */
      shareQuantity: string;
      /**
       * @description Ticker of the security
       * @example IBM
       */
      ticker: string;
    };
    PositionInput: {
      /**
       * Format: decimal
       * @description Shares
       * @example 12.5
       */
      shareQuantity: string | number;
      /**
       * @description Ticker of the security
       * @example IBM
       */
      ticker: string;
    };
    Price: {
      /**
       * Format: decimal
       * @description US dollars per share
       * @example 142.50
       */
      price: string | number;
      /**
       * @description Ticker of the security
       * @example IBM
       */
      ticker: string;
    };
    Problem: {
      /** @description Stable error code, explained at `/docs/errors/{code}` */
      errorCode?: string;
      /** @description Leaf name of the field, as sent */
      field?: string;
      /** @description For people: the place in the body, the limit, the value */
      message: string;
      /** @description SYNTAX, VALIDATION_FIELD, VALIDATION_RULE, UNSUPPORTED, or the status in words */
      type: string;
    };
    /** @description All problems found */
    Problems: components['schemas']['Problem'][];
    Projection: {
      /** @description All generations, including the live one */
      generations: components['schemas']['Generation'][];
      /**
       * @description Position in the log, decimal
       * @example 4711
       */
      head: string;
      /**
       * @description Seconds since it was last complete, decimal
       * @example 0.0
       */
      lagSeconds: string;
      /**
       * @description Why it stopped
       * @example TypeError at folio.FolioCreated
       */
      lastError?: string;
      /**
       * @description Name of the read model
       * @example accounts
       */
      name: string;
      /**
       * @description Position in the log, decimal
       * @example 4711
       */
      position: string;
      /**
       * @description Positions of the events that this version skips, decimal
       * @example [
       *       "4712"
       *     ]
       */
      skipped: string[];
      /**
       * @description State of the live generation
       * @example live
       */
      state: string;
      /**
       * @description Position of the event it stopped at, decimal, if an event is the cause
       * @example 4712
       */
      stoppedAt?: string;
      /** @description Version that this build folds */
      version: number;
    };
    PublicKey: {
      /**
       * @description Curve
       * @enum {string}
       */
      crv: 'Ed25519';
      /**
       * @description Thumbprint (RFC 7638)
       * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
       */
      kid: string;
      /**
       * @description Key type
       * @enum {string}
       */
      kty: 'OKP';
      /**
       * Format: date-time
       * @description When it was replaced; null for the current key
       */
      retiredAt: string | null;
      /**
       * @description Public key, base64url
       * @example 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo
       */
      x: string;
    };
    PublicKeys: {
      /** @description The current key, then earlier ones, newest first */
      keys: components['schemas']['PublicKey'][];
    };
    PublishedEvent: {
      /** @description Ids and states; its schema is /schemas/events/{type}.json */
      data: {
        [key: string]: unknown;
      };
      /**
       * @description Media type of the data
       * @example application/json
       */
      datacontenttype: string;
      /**
       * @description UUID, the same in the feed, live and in webhooks
       * @example 5f0e9f7c-0001-5000-8000-000000000001
       */
      id: string;
      /**
       * @description Consistency token of what happened: asOf with it shows the state right after
       * @example cDdwcw
       */
      position: string;
      /**
       * @description Consecutive number per account, from 1
       * @example 1
       */
      sequence: string;
      /**
       * @description Integer
       * @example Integer
       */
      sequencetype: string;
      /**
       * @description Path of the account
       * @example /restapi/accounts/RA1B2C3D4E
       */
      source: string;
      /**
       * @description 1.0
       * @example 1.0
       */
      specversion: string;
      /**
       * @description Path of the changed resource
       * @example /restapi/accounts/RA1B2C3D4E
       */
      subject: string;
      /**
       * @description When it happened, ISO-8601 UTC
       * @example 2026-03-02T15:00:00.000Z
       */
      time: string;
      /**
       * @description See /asyncapi.json
       * @example brokerage.account.opened.v1
       */
      type: string;
    };
    PutBillingPlan: {
      /** @description Not on platform plans */
      assetFees?: components['schemas']['AssetFeesInput'] | null;
      /**
       * @description Same as in the path
       * @example 2000001
       */
      billingPlanId?: string | number | null;
      /**
       * @description A advisory, P platform, B brokerage; this or billingType is required
       * @enum {string|null}
       */
      billingPlanType?: 'A' | 'P' | 'B' | null;
      /**
       * @description Alias of billingPlanType
       * @enum {string|null}
       */
      billingType?: 'A' | 'P' | 'B' | null;
      /** @description Advisory plans only */
      commissionFees?: components['schemas']['CommissionFeeInput'][] | null;
      /**
       * @description Description of the plan
       * @example Tiered
       */
      description?: string | null;
      /** @description Platform plans only */
      folioFees?: components['schemas']['FolioFeesInput'] | null;
      /**
       * @description Name of the plan
       * @example Advisory
       */
      name: string;
    };
    PutItem: {
      /** @description Time of the response; if omitted, unchanged */
      actionDateTime?: string | null;
      /**
       * @description Who responded; if omitted, unchanged
       * @example 1730225935901564
       */
      actorOid?: string | number | null;
      /** @description No response is accepted from this time on */
      expirationDate?: string | null;
      /**
       * @description Whether a response is required
       * @enum {boolean|string|null}
       */
      forceResponse?: true | false | 'true' | 'false' | null;
      /**
       * @description Whether the document must be viewed before the response
       * @enum {boolean|string|null}
       */
      forceView?: true | false | 'true' | 'false' | null;
      /**
       * @description Id of the path
       * @example memorandum
       */
      id?: string | number | null;
      /**
       * @description If omitted, unchanged; I for a new item
       * @enum {string|null}
       */
      ifaStatus?: 'I' | 'V' | 'A' | 'R' | 'Y' | 'N' | 'O' | 'X' | null;
      /**
       * @description Required in one of its spellings
       * @enum {string|null}
       */
      ifaType?: 'NO' | 'AN' | 'BV' | 'MD' | 'AA' | 'SA' | 'DU' | 'IA' | 'CA' | null;
      /**
       * @description Another spelling of id
       * @example 1
       */
      itemForAttentionId?: string | number | null;
      /**
       * @description Another spelling of ifaStatus
       * @enum {string|null}
       */
      itemForAttentionStatus?: 'I' | 'V' | 'A' | 'R' | 'Y' | 'N' | 'O' | 'X' | null;
      /**
       * @description Another spelling of ifaType
       * @enum {string|null}
       */
      itemForAttentionType?: 'NO' | 'AN' | 'BV' | 'MD' | 'AA' | 'SA' | 'DU' | 'IA' | 'CA' | null;
      /**
       * @description Member id of the member in the path
       * @example 1730225935901564
       */
      memberOid?: string | number | null;
      /** @description Number of views; -100: unlimited */
      numberOfViews?: number | string | null;
      /**
       * @description Priority among the items
       * @example 1
       */
      priority?: string | number | null;
      /** @description Document to read */
      readDocumentKey?: components['schemas']['DocumentKeyInput'] | null;
      /**
       * @description Path of the document to read
       * @example /documents/r
       */
      readDocumentPath?: string | null;
      /** @description When the member may first respond */
      startDate?: string | null;
      /**
       * @description What the item is about: an account number or the id of a bank link
       * @example RA1B2C3D4E
       */
      targetOid?: string | number | null;
      /**
       * @description What targetOid names. `A` Account, `B` Bank link
       * @example A
       * @enum {string|null}
       */
      targetOidType?: 'A' | 'B' | null;
      /** @description Time of the last view; if omitted, unchanged */
      viewDateTime?: string | null;
      /** @description Number of views; -100: unlimited */
      viewsRemaining?: number | string | null;
      /** @description Document to write */
      writeDocumentKey?: components['schemas']['DocumentKeyInput'] | null;
      /**
       * @description Path of the document to write
       * @example /documents/w
       */
      writeDocumentPath?: string | null;
    };
    PutOfferingDocument: {
      /**
       * @description Base64; required for a new document, omitted to keep the contents
       * @example JVBERi0xLjQK
       */
      data?: string | null;
      /**
       * @description Id in the path
       * @example memorandum
       */
      id?: string | number | null;
      /**
       * @description As in the list, or omitted
       * @example application/pdf
       */
      mediaType?: string | null;
      /**
       * @description Name
       * @example Memorandum
       */
      name: string;
      /**
       * @description Must be fetched before subscribing
       * @enum {boolean|string}
       */
      required: true | false | 'true' | 'false';
      /**
       * @description Must be signed by the client
       * @enum {boolean|string}
       */
      signable: true | false | 'true' | 'false';
      /**
       * @description As in the list, or omitted
       * @example 9
       */
      size?: number | string | null;
    };
    QuestionVote: {
      /**
       * @description Types P and S. Say on pay: 0 1 year, 1 2 years, 2 3 years, 3 abstain; proposal: 0 for, 1 against, 2 abstain
       * @example 0
       * @enum {string|integer|null}
       */
      answer?: '0' | '1' | '2' | '3' | 0 | 1 | 2 | 3 | null;
      /** @description Type D */
      choices?: components['schemas']['ChoiceVote'][] | null;
      /**
       * @deprecated
       * @description Another spelling of questionsId
       */
      questionId?: string | number;
      /**
       * @description Id of the question
       * @example q-1
       */
      questionsId?: string | number;
      /**
       * @description C tender or exchange, D election of directors, P proposal, S say on pay. `C` Actionable corporate action, such as a tender or exchange offer, `D` Election of directors, `P` Proposal, `S` Say on pay
       * @enum {string|null}
       */
      questionsType?: 'C' | 'D' | 'P' | 'S' | null;
      /**
       * @deprecated
       * @description Another spelling of questionsType
       * @enum {string|null}
       */
      questionType?: 'C' | 'D' | 'P' | 'S' | null;
      /**
       * Format: decimal
       * @description Type C: at most `shares`
       * @example 100
       */
      sharesElected?: string | number | null;
    };
    RawUnitValues: {
      /**
       * @description What the values belong to
       * @example FOLIO
       * @enum {string}
       */
      identifierType: 'ACCOUNT' | 'FOLIO';
      /**
       * @description Folio number
       * @example RA1B2C3D4E03
       */
      identifierValue: string;
      /** @description One per day with a value */
      values: components['schemas']['UnitValue'][];
    };
    Reason: {
      /**
       * @description Login id of the person whose act it was, such as the last signer
       * @example jane.doe
       */
      by?: string;
      /**
       * @description The cause, in words
       * @example amounts
       */
      cause?: string;
      /**
       * @description Error code of the rule, or another code for the reason
       * @example account.restricted.rule
       */
      code?: string;
      /**
       * @description What the rule did
       * @enum {string}
       */
      outcome: 'refused' | 'lifted' | 'cancelled' | 'rejected' | 'followed';
      /** @description Remaining attempts */
      remainingAttempts?: number;
    };
    Rebuild: {
      /**
       * @description Only build it: it goes live with a switch
       * @enum {boolean|string|null}
       */
      hold?: true | false | 'true' | 'false' | null;
    };
    RecordUnitValues: {
      /**
       * @description As in the raw data; optional
       * @enum {string|null}
       */
      identifierType?: 'FOLIO' | null;
      /**
       * @description Folio number, same as in the path; optional
       * @example RA1B2C3D4E03
       */
      identifierValue?: string | number | null;
      /** @description Merged by date */
      values: components['schemas']['UnitValueInput'][];
    };
    Reject: {
      /**
       * @description Reason for the rejection. `300` Rejected by the market, `305` Not enough cash or shares
       * @example 300
       * @enum {string|integer|null}
       */
      stateReasonCode?: '300' | '305' | 300 | 305 | null;
    };
    ReplaceMasterKey: {
      /**
       * @description Fingerprint of the master key to be replaced; defaults to the earlier one
       * @example b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184
       */
      from?: string | null;
    };
    Replay: {
      /**
       * @description With sequence: replay from this event of the account
       * @example RA1B2C3D4E
       */
      accountNumber?: string | number | null;
      /** @description Cursor of the firm’s feed; later events are sent again */
      cursor?: string | null;
      /**
       * @description With accountNumber
       * @example 1
       */
      sequence?: number | string | null;
    };
    Report: {
      /** @description The error list, if it was refused */
      errors?: unknown;
      /**
       * @description Path as sent
       * @example /accounts/RA1B2C3D4E/folios/RA1B2C3D4E03/positions
       */
      path: string;
      /**
       * @description Status of the response to the PUT
       * @example 200
       */
      status: number;
    };
    ReportedSecurity: {
      /**
       * @description Ticker of the security
       * @example IBM
       */
      ticker: string | null;
    };
    ReportedSecurityInput: {
      /**
       * @description Ticker of the security
       * @example IBM
       */
      ticker?: string | null;
    };
    ReportedTaxLot: {
      /**
       * @description Account number, same as in the path
       * @example RA1B2C3D4E
       */
      accountNumber: string;
      /**
       * Format: date
       * @description Acquisition date, adjusted for wash sales
       */
      adjustedAcquisitionDate: string | null;
      /**
       * Format: decimal
       * @description Adjusted for splits, exchanges, wash sales
       * @example 1250.00
       */
      adjustedCostBasis: string | null;
      /**
       * Format: date
       * @description Day of the sale
       * @example 2024-06-15
       */
      closingTransactionDate: string | null;
      /**
       * @description Same as in the path
       * @example 3002
       */
      closingTransactionId: string;
      /**
       * Format: date
       * @description Day the sale settled
       * @example 2024-06-18
       */
      closingTransactionSettlementDate: string | null;
      /**
       * Format: date
       * @description Day from which the cost basis applies
       */
      costBasisEffectiveDate: string | null;
      /**
       * @description Indicator of the cost basis, as reported
       * @example Y
       */
      costBasisIndicator: string | null;
      /**
       * @description C covered, N uncovered, U unknown. `C` Covered, `N` Uncovered, `U` Unknown
       * @enum {string}
       */
      covered: 'C' | 'N' | 'U';
      /**
       * Format: decimal
       * @description Loss disallowed because of wash sales
       * @example 1250.00
       */
      disallowedLoss: string | null;
      /**
       * Format: date
       * @description Ex-dividend day, as reported
       */
      exDate: string | null;
      /**
       * Format: decimal
       * @description Withheld for federal taxes, US dollars
       * @example 1250.00
       */
      federalTaxWithholding: string | null;
      /**
       * Format: decimal
       * @description Withheld for foreign taxes, US dollars
       * @example 1250.00
       */
      foreignTaxWithholding: string | null;
      /**
       * @description F first in first out, S specific lot; A average cost, never for taxable accounts. `F` First in, first out, `S` Specific lot, `A` Average cost: non-taxable accounts only
       * @enum {string}
       */
      lotReliefStrategyIndicator: 'F' | 'S' | 'A';
      /**
       * Format: decimal
       * @description shareQuantity × salePrice
       * @example 1250.00
       */
      netSaleAmount: string;
      /**
       * Format: date
       * @description Acquisition date; null if unknown
       * @example 2024-01-10
       */
      originalAcquisitionDate: string | null;
      /**
       * Format: decimal
       * @description Cost basis before adjustments, US dollars
       * @example 1250.00
       */
      originalCostBasis: string | null;
      /**
       * @description Same as in the path
       * @example 3001
       */
      originatingTransactionId: string;
      /**
       * Format: date
       * @description Day the purchase settled
       */
      originatingTransactionSettlementDate: string | null;
      /**
       * Format: decimal
       * @description After adjustment for wash sales
       * @example -12.50
       */
      reportableGainLoss: string | null;
      /**
       * Format: decimal
       * @description Price per share, US dollars
       * @example 12.5
       */
      salePrice: string;
      /** @description The security */
      security: components['schemas']['LotSecurity'];
      /**
       * Format: decimal
       * @description Number of shares
       * @example 100
       */
      shareQuantity: string;
      /**
       * @description Statement trail, as reported
       * @example 2024-06
       */
      statementTrail: string | null;
      /**
       * Format: decimal
       * @description Withheld for state taxes, US dollars
       * @example 1250.00
       */
      stateTaxWithholding: string | null;
      /**
       * @description Id of the lot
       * @example 77
       */
      taxLotId: string | null;
      /**
       * @description Before the current year
       * @example 2024
       */
      taxYear: string;
      /**
       * @description S short term (ST as well), L long term, U unknown. `S` Short term, `L` Long term, `U` Unknown, `ST` Short term
       * @example L
       * @enum {string}
       */
      termOfSale: 'S' | 'L' | 'U' | 'ST';
      /**
       * @description Transaction code, as reported
       * @example SELL
       */
      transCode: string | null;
      /**
       * @description ISO 3166 code
       * @example CA
       */
      withholdingCountry: string | null;
      /**
       * @description State abbreviation. `AL` Alabama, `AK` Alaska, `AZ` Arizona, `AR` Arkansas, `CA` California, `CO` Colorado, `CT` Connecticut, `DE` Delaware, `FL` Florida, `GA` Georgia, `HI` Hawaii, `ID` Idaho, `IL` Illinois, `IN` Indiana, `IA` Iowa, `KS` Kansas, `KY` Kentucky, `LA` Louisiana, `ME` Maine, `MD` Maryland, `MA` Massachusetts, `MI` Michigan, `MN` Minnesota, `MS` Mississippi, `MO` Missouri, `MT` Montana, `NE` Nebraska, `NV` Nevada, `NH` New Hampshire, `NJ` New Jersey, `NM` New Mexico, `NY` New York, `NC` North Carolina, `ND` North Dakota, `OH` Ohio, `OK` Oklahoma, `OR` Oregon, `PA` Pennsylvania, `RI` Rhode Island, `SC` South Carolina, `SD` South Dakota, `TN` Tennessee, `TX` Texas, `UT` Utah, `VT` Vermont, `VA` Virginia, `WA` Washington, `WV` West Virginia, `WI` Wisconsin, `WY` Wyoming, `DC` District of Columbia, `AS` American Samoa, `GU` Guam, `MP` Northern Mariana Islands, `PR` Puerto Rico, `VI` US Virgin Islands, `AA` Armed Forces Americas, `AE` Armed Forces Europe, `AP` Armed Forces Pacific
       * @enum {string|null}
       */
      withholdingState:
        | 'AL'
        | 'AK'
        | 'AZ'
        | 'AR'
        | 'CA'
        | 'CO'
        | 'CT'
        | 'DE'
        | 'FL'
        | 'GA'
        | 'HI'
        | 'ID'
        | 'IL'
        | 'IN'
        | 'IA'
        | 'KS'
        | 'KY'
        | 'LA'
        | 'ME'
        | 'MD'
        | 'MA'
        | 'MI'
        | 'MN'
        | 'MS'
        | 'MO'
        | 'MT'
        | 'NE'
        | 'NV'
        | 'NH'
        | 'NJ'
        | 'NM'
        | 'NY'
        | 'NC'
        | 'ND'
        | 'OH'
        | 'OK'
        | 'OR'
        | 'PA'
        | 'RI'
        | 'SC'
        | 'SD'
        | 'TN'
        | 'TX'
        | 'UT'
        | 'VT'
        | 'VA'
        | 'WA'
        | 'WV'
        | 'WI'
        | 'WY'
        | 'DC'
        | 'AS'
        | 'GU'
        | 'MP'
        | 'PR'
        | 'VI'
        | 'AA'
        | 'AE'
        | 'AP'
        | null;
    };
    ReportedTaxLotInput: {
      /**
       * @description Account number, same as in the path
       * @example RA1B2C3D4E
       */
      accountNumber?: string | number | null;
      /**
       * Format: date
       * @description Acquisition date, adjusted for wash sales
       */
      adjustedAcquisitionDate?: string | null;
      /**
       * Format: decimal
       * @description Adjusted for splits, exchanges, wash sales
       * @example 1250.00
       */
      adjustedCostBasis?: string | number | null;
      /**
       * Format: date
       * @description Day of the sale
       * @example 2024-06-15
       */
      closingTransactionDate?: string | null;
      /**
       * @description Same as in the path
       * @example 3002
       */
      closingTransactionId?: string | number | null;
      /**
       * Format: date
       * @description Day the sale settled
       * @example 2024-06-18
       */
      closingTransactionSettlementDate?: string | null;
      /**
       * Format: date
       * @description Day from which the cost basis applies
       */
      costBasisEffectiveDate?: string | null;
      /**
       * @description Indicator of the cost basis, as reported
       * @example Y
       */
      costBasisIndicator?: string | null;
      /**
       * @description C covered, N uncovered, U unknown. `C` Covered, `N` Uncovered, `U` Unknown
       * @enum {string}
       */
      covered: 'C' | 'N' | 'U';
      /**
       * Format: decimal
       * @description Loss disallowed because of wash sales
       * @example 1250.00
       */
      disallowedLoss?: string | number | null;
      /**
       * Format: date
       * @description Ex-dividend day, as reported
       */
      exDate?: string | null;
      /**
       * Format: decimal
       * @description Withheld for federal taxes, US dollars
       * @example 1250.00
       */
      federalTaxWithholding?: string | number | null;
      /**
       * Format: decimal
       * @description Withheld for foreign taxes, US dollars
       * @example 1250.00
       */
      foreignTaxWithholding?: string | number | null;
      /**
       * @description F first in first out, S specific lot; A average cost, never for taxable accounts. `F` First in, first out, `S` Specific lot, `A` Average cost: non-taxable accounts only
       * @enum {string}
       */
      lotReliefStrategyIndicator: 'F' | 'S' | 'A';
      /**
       * Format: decimal
       * @description shareQuantity × salePrice
       * @example 1250.00
       */
      netSaleAmount: string | number;
      /**
       * Format: date
       * @description Acquisition date; null if unknown
       * @example 2024-01-10
       */
      originalAcquisitionDate?: string | null;
      /**
       * Format: decimal
       * @description Cost basis before adjustments, US dollars
       * @example 1250.00
       */
      originalCostBasis?: string | number | null;
      /**
       * @description Same as in the path
       * @example 3001
       */
      originatingTransactionId?: string | number | null;
      /**
       * Format: date
       * @description Day the purchase settled
       */
      originatingTransactionSettlementDate?: string | null;
      /**
       * Format: decimal
       * @description After adjustment for wash sales
       * @example -12.50
       */
      reportableGainLoss?: string | number | null;
      /**
       * Format: decimal
       * @description Price per share, US dollars
       * @example 12.5
       */
      salePrice: string | number;
      /** @description The security */
      security: components['schemas']['LotSecurityInput'];
      /**
       * Format: decimal
       * @description Number of shares
       * @example 100
       */
      shareQuantity: string | number;
      /**
       * @description Statement trail, as reported
       * @example 2024-06
       */
      statementTrail?: string | null;
      /**
       * Format: decimal
       * @description Withheld for state taxes, US dollars
       * @example 1250.00
       */
      stateTaxWithholding?: string | number | null;
      /**
       * @description Id of the lot
       * @example 77
       */
      taxLotId?: string | number | null;
      /**
       * @description Before the current year
       * @example 2024
       */
      taxYear: string | number;
      /**
       * @description S short term (ST as well), L long term, U unknown. `S` Short term, `L` Long term, `U` Unknown, `ST` Short term
       * @example L
       * @enum {string}
       */
      termOfSale: 'S' | 'L' | 'U' | 'ST';
      /**
       * @description Transaction code, as reported
       * @example SELL
       */
      transCode?: string | null;
      /**
       * @description ISO 3166 code
       * @example CA
       */
      withholdingCountry?: string | null;
      /**
       * @description State abbreviation. `AL` Alabama, `AK` Alaska, `AZ` Arizona, `AR` Arkansas, `CA` California, `CO` Colorado, `CT` Connecticut, `DE` Delaware, `FL` Florida, `GA` Georgia, `HI` Hawaii, `ID` Idaho, `IL` Illinois, `IN` Indiana, `IA` Iowa, `KS` Kansas, `KY` Kentucky, `LA` Louisiana, `ME` Maine, `MD` Maryland, `MA` Massachusetts, `MI` Michigan, `MN` Minnesota, `MS` Mississippi, `MO` Missouri, `MT` Montana, `NE` Nebraska, `NV` Nevada, `NH` New Hampshire, `NJ` New Jersey, `NM` New Mexico, `NY` New York, `NC` North Carolina, `ND` North Dakota, `OH` Ohio, `OK` Oklahoma, `OR` Oregon, `PA` Pennsylvania, `RI` Rhode Island, `SC` South Carolina, `SD` South Dakota, `TN` Tennessee, `TX` Texas, `UT` Utah, `VT` Vermont, `VA` Virginia, `WA` Washington, `WV` West Virginia, `WI` Wisconsin, `WY` Wyoming, `DC` District of Columbia, `AS` American Samoa, `GU` Guam, `MP` Northern Mariana Islands, `PR` Puerto Rico, `VI` US Virgin Islands, `AA` Armed Forces Americas, `AE` Armed Forces Europe, `AP` Armed Forces Pacific
       * @enum {string|null}
       */
      withholdingState?:
        | 'AL'
        | 'AK'
        | 'AZ'
        | 'AR'
        | 'CA'
        | 'CO'
        | 'CT'
        | 'DE'
        | 'FL'
        | 'GA'
        | 'HI'
        | 'ID'
        | 'IL'
        | 'IN'
        | 'IA'
        | 'KS'
        | 'KY'
        | 'LA'
        | 'ME'
        | 'MD'
        | 'MA'
        | 'MI'
        | 'MN'
        | 'MS'
        | 'MO'
        | 'MT'
        | 'NE'
        | 'NV'
        | 'NH'
        | 'NJ'
        | 'NM'
        | 'NY'
        | 'NC'
        | 'ND'
        | 'OH'
        | 'OK'
        | 'OR'
        | 'PA'
        | 'RI'
        | 'SC'
        | 'SD'
        | 'TN'
        | 'TX'
        | 'UT'
        | 'VT'
        | 'VA'
        | 'WA'
        | 'WV'
        | 'WI'
        | 'WY'
        | 'DC'
        | 'AS'
        | 'GU'
        | 'MP'
        | 'PR'
        | 'VI'
        | 'AA'
        | 'AE'
        | 'AP'
        | null;
    };
    ReportInput: {
      /**
       * @description Body of the PUT
       * @example [
       *       {
       *         "ticker": "IBM",
       *         "shareQuantity": "12.5"
       *       }
       *     ]
       */
      body?: unknown | null;
      /**
       * @description Path of a back-office PUT, with or without /backoffice
       * @example /accounts/RA1B2C3D4E/folios/RA1B2C3D4E03/positions
       */
      path: string;
    };
    RespondToItem: {
      /**
       * @description A agrees, R rejects (items of type BV only), V views. `A` Agree, `R` Reject, `V` View
       * @enum {string}
       */
      action: 'A' | 'R' | 'V';
    };
    Restriction: {
      /**
       * @description Account number
       * @example RA1B2C3D4E
       */
      accountNumber: string;
      /**
       * Format: date-time
       * @description When it was created
       * @example 2026-03-02T15:00:00.000+00:00
       */
      creationDate: string;
      /**
       * @description Free-text note
       * @example Court order
       */
      note: string | null;
      /**
       * @description Why the account is restricted. `020` Customer agreement not signed, `021` External restriction, `022` API account approval
       * @enum {string}
       */
      reasonCode: '020' | '021' | '022';
      /**
       * @description Id of the restriction
       * @example 2542671282
       */
      restrictionId: string;
      /**
       * @description How far the restriction goes. `CR` Complete restriction
       * @enum {string}
       */
      restrictionType: 'CR';
    };
    RestrictionInput: {
      /**
       * @description Account number of the path
       * @example RA1B2C3D4E
       */
      accountNumber?: string | number | null;
      /**
       * @description Free-text note
       * @example Court order
       */
      note?: string | null;
      /**
       * @description Defaults to 021, the only one a firm may set. `021` External restriction
       * @enum {string|null}
       */
      reasonCode?: '021' | null;
      /**
       * @description How far the restriction goes. `CR` Complete restriction
       * @enum {string|null}
       */
      restrictionType?: 'CR' | null;
    };
    Retry: {
      /**
       * @description Position of a parked event; default: all parked events of the consumer
       * @example 4712
       */
      position?: string | number | null;
    };
    Root: {
      /**
       * @description yyyy-MM-dd, UTC
       * @example 2026-03-02
       */
      day: string;
      /**
       * @description Id of the signing key, see /.well-known/audit-keys.json
       * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
       */
      keyId: string;
      /**
       * @description Position of the newest included event
       * @example 4711
       */
      position: string;
      /**
       * @description Root of the previous day
       * @example b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184
       */
      previous: string | null;
      /**
       * @description Merkle root over the ends of all streams
       * @example b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184
       */
      root: string;
      /**
       * @description Ed25519, base64url
       * @example 2aPwkZ4yWPVtQw8mrLZzBqMsnCDLBpBsAvNP1lYpV9TnHzI0BkGgXn8mQ5vX8Zc4hVbQ0mVn3x6tKk0o7uSoBA
       */
      signature: string;
      /** @description Number of streams */
      streams: number;
    };
    Rtg: {
      /**
       * @description Description of the model
       * @example Stocks and bonds
       */
      description: string | null;
      /**
       * @description Name
       * @example Balanced
       */
      name: string;
      /**
       * @description Same as in the path
       * @example 3000001
       */
      rtgOid: string;
      /** @description Items with different tickers; 100.00 in total */
      targetWeights: components['schemas']['RtgTargetWeight'][];
    };
    RtgInput: {
      /**
       * @description Description of the model
       * @example Stocks and bonds
       */
      description?: string | null;
      /**
       * @description Name
       * @example Balanced
       */
      name: string;
      /**
       * @description Same as in the path
       * @example 3000001
       */
      rtgOid?: string | number | null;
      /** @description Items with different tickers; 100.00 in total */
      targetWeights: components['schemas']['RtgTargetWeightInput'][];
    };
    RtgSubscription: {
      /**
       * @description Folio number, same as in the path
       * @example RA1B2C3D4E03
       */
      folioNumber: string | number;
      /**
       * @description RTG folio to follow
       * @example 3000001
       */
      prePackagedFolioOid: string | number;
    };
    RtgTargetWeight: {
      /**
       * Format: decimal
       * @description Percent
       * @example 100.00
       */
      targetWeight: string;
      /**
       * @description Ticker of the security
       * @example IBM
       */
      ticker: string;
    };
    RtgTargetWeightInput: {
      /**
       * Format: decimal
       * @description Percent
       * @example 100.00
       */
      targetWeight: string | number;
      /**
       * @description Ticker of the security
       * @example IBM
       */
      ticker: string;
    };
    SecurityOrder: {
      /**
       * Format: decimal
       * @description Commission, dollars
       * @example 500.00
       */
      commission: string;
      /**
       * Format: date-time
       * @description When the security order was created
       */
      creationTimestamp: string;
      /**
       * @description Whether amounts are dollars or shares. `D` Dollars, `S` Shares
       * @example D
       * @enum {string}
       */
      dollarShareBasedIndicator: 'D' | 'S';
      /**
       * Format: decimal
       * @description Estimated amount, dollars
       * @example 500.00
       */
      estimatedDollarAmount: string | null;
      /**
       * Format: decimal
       * @description Estimated price per share, dollars
       * @example 142.50
       */
      estimatedPrice: string | null;
      /**
       * Format: decimal
       * @description Estimated number of shares
       * @example 10
       */
      estimatedShareAmount: string | null;
      /**
       * Format: decimal
       * @description Filled amount, dollars
       * @example 500.00
       */
      filledDollarAmount: string;
      /**
       * Format: decimal
       * @description Filled price per share, dollars
       * @example 142.50
       */
      filledPrice: string | null;
      /**
       * Format: decimal
       * @description Filled number of shares
       * @example 10
       */
      filledShareAmount: string;
      /**
       * Format: decimal
       * @description Limit, dollars per share
       * @example 142.50
       */
      limitPrice: string | null;
      /**
       * Format: date-time
       * @description When it last changed
       */
      modificationTimestamp: string;
      /**
       * Format: date-time
       * @description When the price was quoted
       */
      quoteTimestamp: string | null;
      /**
       * Format: decimal
       * @description Requested amount, dollars
       * @example 500.00
       */
      requestedDollarAmount: string | null;
      /**
       * Format: decimal
       * @description Requested price per share, dollars
       * @example 142.50
       */
      requestedPrice: string | null;
      /**
       * Format: decimal
       * @description Requested number of shares
       * @example 10
       */
      requestedShareAmount: string | null;
      /**
       * Format: decimal
       * @description SEC fee, dollars
       * @example 500.00
       */
      secFee: string;
      /** @description The security */
      security: components['schemas']['ReportedSecurity'];
      /**
       * @description Number of the security order
       * @example 931259716378
       */
      securityOrderId: string;
      /**
       * @description Id of the security order
       * @example 416762820520759
       */
      securityOrderOid: string;
      /**
       * @description Whether it buys or sells. `1` Buy, `2` Sell
       * @example 1
       * @enum {string}
       */
      side: '1' | '2';
      /**
       * @description State of the order. `O` Open, `P` Partly filled, `F` Filled, `C` Cancelled, `R` Rejected, `E` Expired
       * @example O
       * @enum {string}
       */
      state: 'O' | 'P' | 'F' | 'C' | 'R' | 'E';
      /**
       * @description Reason for the state; 201 cancelled by user
       * @example 201
       */
      stateReasonCode: string | null;
      /**
       * Format: decimal
       * @description Stop, dollars per share
       * @example 142.50
       */
      stopPrice: string | null;
      /**
       * Format: decimal
       * @description Trade fee, dollars
       * @example 500.00
       */
      tradeFee: string;
    };
    SecurityOrderInput: {
      /**
       * Format: decimal
       * @description Commission, dollars
       * @example 500.00
       */
      commission?: string | number | null;
      /** @description When the security order was created */
      creationTimestamp?: string | null;
      /**
       * @description Whether amounts are dollars or shares. `D` Dollars, `S` Shares
       * @example D
       * @enum {string|null}
       */
      dollarShareBasedIndicator?: 'D' | 'S' | null;
      /**
       * Format: decimal
       * @description Estimated amount, dollars
       * @example 500.00
       */
      estimatedDollarAmount?: string | number | null;
      /**
       * Format: decimal
       * @description Estimated price per share, dollars
       * @example 142.50
       */
      estimatedPrice?: string | number | null;
      /**
       * Format: decimal
       * @description Estimated number of shares
       * @example 10
       */
      estimatedShareAmount?: string | number | null;
      /**
       * Format: decimal
       * @description Filled amount, dollars
       * @example 500.00
       */
      filledDollarAmount?: string | number | null;
      /**
       * Format: decimal
       * @description Filled price per share, dollars
       * @example 142.50
       */
      filledPrice?: string | number | null;
      /**
       * Format: decimal
       * @description Filled number of shares
       * @example 10
       */
      filledShareAmount?: string | number | null;
      /**
       * Format: decimal
       * @description Limit, dollars per share
       * @example 142.50
       */
      limitPrice?: string | number | null;
      /** @description When it last changed */
      modificationTimestamp?: string | null;
      /** @description When the price was quoted */
      quoteTimestamp?: string | null;
      /**
       * Format: decimal
       * @description Requested amount, dollars
       * @example 500.00
       */
      requestedDollarAmount?: string | number | null;
      /**
       * Format: decimal
       * @description Requested price per share, dollars
       * @example 142.50
       */
      requestedPrice?: string | number | null;
      /**
       * Format: decimal
       * @description Requested number of shares
       * @example 10
       */
      requestedShareAmount?: string | number | null;
      /**
       * Format: decimal
       * @description SEC fee, dollars
       * @example 500.00
       */
      secFee?: string | number | null;
      /** @description The security */
      security?: components['schemas']['ReportedSecurityInput'] | null;
      /**
       * @description Number of the security order
       * @example 931259716378
       */
      securityOrderId?: string | number | null;
      /**
       * @description Id of the security order
       * @example 416762820520759
       */
      securityOrderOid?: string | number | null;
      /**
       * @description Whether it buys or sells. `1` Buy, `2` Sell
       * @example 1
       * @enum {string|integer|null}
       */
      side?: '1' | '2' | 1 | 2 | null;
      /**
       * @description State of the order. `O` Open, `P` Partly filled, `F` Filled, `C` Cancelled, `R` Rejected, `E` Expired
       * @example O
       * @enum {string|null}
       */
      state?: 'O' | 'P' | 'F' | 'C' | 'R' | 'E' | null;
      /**
       * @description Reason for the state; 201 cancelled by user
       * @example 201
       */
      stateReasonCode?: string | number | null;
      /**
       * Format: decimal
       * @description Stop, dollars per share
       * @example 142.50
       */
      stopPrice?: string | number | null;
      /**
       * Format: decimal
       * @description Trade fee, dollars
       * @example 500.00
       */
      tradeFee?: string | number | null;
    };
    SensitiveRead: {
      /**
       * @description Login id of the acting member
       * @example acme.api
       */
      actingMember: string | null;
      /**
       * Format: date-time
       * @description Moment of the past state that was read
       */
      asOf: string | null;
      /**
       * @description X-Associated-Member-Id of the request
       * @example jane.doe
       */
      associatedMember: string | null;
      /**
       * @description API key or token subject
       * @example acme-key
       */
      caller: string;
      /**
       * @description Firm of the caller
       * @example 1000000001
       */
      firmId: string | null;
      /**
       * @description What was shown
       * @enum {string}
       */
      kind: 'fullTid' | 'asOf' | 'export';
      /**
       * @description HTTP method
       * @example GET
       */
      method: string;
      /**
       * @description X-Request-Id of the request
       * @example 7f9c24e5-0d3b-4c46-9a1e-6f0f6b1f2c11
       */
      requestId: string;
      /**
       * @description Route template
       * @example /restapi/members/{loginid}
       */
      route: string;
      /**
       * @description Whose data it is, e.g. member:jdoe
       * @example [
       *       "member:jane.doe"
       *     ]
       */
      subjects: string[];
      /**
       * Format: date-time
       * @description When it was shown
       */
      time: string;
    };
    SharedSecret: {
      /**
       * @description The generated secret; the response is empty if none was generated
       * @example 8xPPz5UXkU5NoxmI1A7qGgo6xmQZmCk0lOgN-N74h-k
       */
      sharedSecret: string;
    };
    Signature: {
      /**
       * @description Login id of the member
       * @example jane.doe
       */
      loginId: string;
      /**
       * @description SHA-256 of the decoded document, lower-case hex
       * @example ff0435ba40c686ace18f50f1f3673e697a95cf662175fefcfb89a3bb1d5e7a10
       */
      sha256: string;
      /**
       * @description Encoding of an image. `JPG` JPEG
       * @enum {string|null}
       */
      signatureImageEncoding: 'SVG' | 'GIF' | 'JPG' | 'PNG' | null;
      /**
       * @description What was signed: a document or an image. `SIGNED_PDF` A signed PDF document, `SIGNATURE_IMAGE` An image of the signature
       * @example SIGNATURE_IMAGE
       * @enum {string}
       */
      signatureMethod: 'SIGNED_PDF' | 'SIGNATURE_IMAGE';
      /**
       * Format: date-time
       * @description When the signature was stored
       */
      signedAt: string;
      /** @description Subject to backup withholding */
      w9Withhold: boolean | null;
    };
    SignatureInput: {
      /**
       * @description Login id of the member
       * @example jane.doe
       */
      loginId: string | number;
      /**
       * @description Base64; at most 8 MiB when decoded
       * @example PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjxwYXRoIGQ9Ik0wIDAgTDkgOSIvPjwvc3ZnPg==
       */
      signatureData: string;
      /**
       * @description Encoding of the image; only with SIGNATURE_IMAGE. `JPG` JPEG
       * @enum {string|null}
       */
      signatureImageEncoding?: 'SVG' | 'GIF' | 'JPG' | 'PNG' | null;
      /**
       * @description What was signed: a document or an image. `SIGNED_PDF` A signed PDF document, `SIGNATURE_IMAGE` An image of the signature
       * @example SIGNATURE_IMAGE
       * @enum {string}
       */
      signatureMethod: 'SIGNED_PDF' | 'SIGNATURE_IMAGE';
      /**
       * @description Subject to backup withholding
       * @enum {boolean|string|null}
       */
      w9Withhold?: true | false | 'true' | 'false' | null;
    };
    Skip: {
      /**
       * @description Position of the event; default: the one it stopped at
       * @example 4712
       */
      position?: string | number | null;
    };
    SkipParked: {
      /**
       * @description Position of a parked event
       * @example 4712
       */
      position: string | number;
      /**
       * @description Reason, for readers of the log. No personal data
       * @example Sent by hand, ticket 4711
       */
      reason: string;
    };
    StreetAddress: {
      /**
       * @description City
       * @example Atlanta
       */
      city: string;
      /**
       * @description Defaults to US
       * @example US
       */
      country?: string | null;
      /**
       * @description First line of the street address
       * @example 101 Howard Ln
       */
      line1: string;
      /**
       * @description Second line
       * @example Floor 9
       */
      line2?: string | null;
      /**
       * @description Two letters in the US
       * @example GA
       */
      state?: string | null;
      /**
       * @description ZIP code
       * @example 30301
       */
      zipcode?: string | null;
    };
    Subscription: {
      /**
       * @description Account number in the path
       * @example RA1B2C3D4E
       */
      accountNumber: string;
      /**
       * @description Login id of the client who subscribed
       * @example jane.doe
       */
      associatedMemberId: string;
      /** @description The representative has discretion over side or amount */
      discretionary: boolean;
      /**
       * @description Id of the offer
       * @example 4000001
       */
      privatePlacementOfferOid: string;
      /**
       * @description Id in the path
       * @example 232507527025182
       */
      privatePlacementOrderOid: string;
      /**
       * @description Reason for the trade
       * @example NS
       */
      reasonForTrade: string;
      /**
       * Format: date-time
       * @description When the request was received
       */
      receivedTimestamp: string;
      /**
       * Format: decimal
       * @description Upper limit, dollars
       * @example 25000.00
       */
      requestedDollarAmount: string;
      /**
       * Format: date-time
       * @description When the request was answered
       */
      respondedTimestamp: string;
      /**
       * Format: date-time
       * @description When the request was sent, if known
       */
      sentTimestamp: string | null;
      /**
       * @description 1 buys; 2 is refused. `1` Buy, `2` Sell
       * @example 1
       * @enum {string}
       */
      side: '1' | '2';
      /** @description The representative recommended it */
      solicited: boolean;
      /**
       * @description State of the subscription. `INITIAL` New, `ORDER_CREATED` Purchase order created, `ACCEPTED` Accepted, `REJECTED` Rejected, `CANCELLED` Cancelled, `PROCESSING` Processing, `COMPLETE` Complete
       * @example INITIAL
       * @enum {string}
       */
      status:
        | 'INITIAL'
        | 'ORDER_CREATED'
        | 'ACCEPTED'
        | 'REJECTED'
        | 'CANCELLED'
        | 'PROCESSING'
        | 'COMPLETE';
    };
    SubscriptionInput: {
      /**
       * @description Account number in the path
       * @example RA1B2C3D4E
       */
      accountNumber?: string | number | null;
      /**
       * @description Login id of the client who subscribed
       * @example jane.doe
       */
      associatedMemberId?: string | number | null;
      /**
       * @description The representative has discretion over side or amount
       * @enum {boolean|string|null}
       */
      discretionary?: true | false | 'true' | 'false' | null;
      /**
       * @description Id of the offer
       * @example 4000001
       */
      privatePlacementOfferOid?: string | number | null;
      /**
       * @description Id in the path
       * @example 232507527025182
       */
      privatePlacementOrderOid?: string | number | null;
      /**
       * @description Reason for the trade
       * @example NS
       */
      reasonForTrade?: string | null;
      /** @description When the request was received */
      receivedTimestamp?: string | null;
      /**
       * Format: decimal
       * @description Upper limit, dollars
       * @example 25000.00
       */
      requestedDollarAmount?: string | number | null;
      /** @description When the request was answered */
      respondedTimestamp?: string | null;
      /** @description When the request was sent, if known */
      sentTimestamp?: string | null;
      /**
       * @description 1 buys; 2 is refused. `1` Buy, `2` Sell
       * @example 1
       * @enum {string|integer|null}
       */
      side?: '1' | '2' | 1 | 2 | null;
      /**
       * @description The representative recommended it
       * @enum {boolean|string|null}
       */
      solicited?: true | false | 'true' | 'false' | null;
      /**
       * @description State of the subscription. `INITIAL` New, `ORDER_CREATED` Purchase order created, `ACCEPTED` Accepted, `REJECTED` Rejected, `CANCELLED` Cancelled, `PROCESSING` Processing, `COMPLETE` Complete
       * @example INITIAL
       * @enum {string}
       */
      status:
        | 'INITIAL'
        | 'ORDER_CREATED'
        | 'ACCEPTED'
        | 'REJECTED'
        | 'CANCELLED'
        | 'PROCESSING'
        | 'COMPLETE';
    };
    Switch: {
      /** @description Collection of the generation */
      collection?: string | null;
    };
    TargetWeight: {
      /**
       * Format: decimal
       * @description Percent
       * @example 100.00
       */
      targetWeight: string;
      /**
       * @description Ticker of the security
       * @example IBM
       */
      ticker: string;
    };
    TargetWeightInput: {
      /**
       * Format: decimal
       * @description Percent
       * @example 100.00
       */
      targetWeight: string | number;
      /**
       * @description Ticker of the security
       * @example IBM
       */
      ticker: string;
    };
    TaxData: {
      /**
       * @description Whether reported lots can be read
       * @enum {boolean|string}
       */
      available: true | false | 'true' | 'false';
    };
    TrustedContact: {
      /**
       * Format: email
       * @description E-mail address
       * @example tom@example.com
       */
      email: string;
      /**
       * @description First name
       * @example Tom
       */
      firstName: string;
      /**
       * @description Last name
       * @example Doe
       */
      lastName: string;
      /**
       * @description Relationship to the owner. `S` Spouse, `O` Other, `A` Financial advisor, `G` Guardian, `F` Family member, `L` Lawyer or attorney
       * @example F
       * @enum {string|null}
       */
      relationship: 'S' | 'O' | 'A' | 'G' | 'F' | 'L' | null;
      /**
       * @description Suffix of the name
       * @example Jr.
       */
      suffix?: string;
      /**
       * @description Telephone
       * @example 555-123-4567
       */
      telephone: string;
      /**
       * @description Form of address
       * @example Ms.
       */
      title?: string;
    };
    TrustedContactInput: {
      /**
       * Format: email
       * @description E-mail address
       * @example tom@example.com
       */
      email: string;
      /**
       * @description First name
       * @example Tom
       */
      firstName: string;
      /**
       * @description Last name
       * @example Doe
       */
      lastName: string;
      /**
       * @description Relationship to the owner. `S` Spouse, `O` Other, `A` Financial advisor, `G` Guardian, `F` Family member, `L` Lawyer or attorney
       * @example F
       * @enum {string|null}
       */
      relationship?: 'S' | 'O' | 'A' | 'G' | 'F' | 'L' | null;
      /**
       * @description Suffix of the name
       * @example Jr.
       */
      suffix?: string | null;
      /**
       * @description Telephone
       * @example 555-123-4567
       */
      telephone: string;
      /**
       * @description Form of address
       * @example Ms.
       */
      title?: string | null;
    };
    Trustee: {
      /**
       * @description Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen
       * @example C
       * @enum {string}
       */
      citizenship?: 'C' | 'R' | 'N' | 'U';
      /**
       * Format: date-time
       * @description When the person was created
       * @example 2026-03-02T15:00:00.000+00:00
       */
      creationDate: string;
      /**
       * Format: date-time
       * @description Date of birth
       * @example 1980-05-17T00:00:00.000+00:00
       */
      dateOfBirth?: string;
      /**
       * @description Daytime telephone
       * @example 212-555-0142
       */
      dayTelephone?: string;
      /**
       * @description Primary e-mail address
       * @example jane@example.com
       */
      email1?: string;
      /**
       * Format: email
       * @description Secondary e-mail address
       */
      email2?: string;
      /**
       * @description Evening telephone
       * @example 212-555-0143
       */
      eveningTelephone?: string;
      /**
       * @description Id of the advisor firm, immutable
       * @example 1000000001
       */
      firmOid: string;
      /**
       * @description First name
       * @example Tom
       */
      firstName?: string;
      /**
       * @description Last name
       * @example Doe
       */
      lastName?: string;
      /**
       * @description Login id
       * @example jane.doe
       */
      loginId: string;
      /** @description Mailing address, if different */
      mailingAddress?: components['schemas']['Address'];
      /**
       * @description Number of the person, immutable
       * @example 1730225935901564
       */
      memberOid: string;
      /**
       * @description Middle name
       * @example Ann
       */
      middleName?: string;
      /** @description Street address */
      primaryAddress?: components['schemas']['Address'];
      /**
       * @description Country of residence
       * @example US
       */
      residenceCountry?: string;
      /**
       * @description Suffix of the name
       * @example Jr.
       * @enum {string}
       */
      suffix?: 'Jr.' | 'Sr.' | 'II' | 'III' | 'IV' | 'V';
      /**
       * @description Masked except for the last four digits; unmasked for entitled firms
       * @example *****1120
       */
      tid?: string;
      /**
       * @description Form of address
       * @example Ms.
       * @enum {string}
       */
      title?: 'Dr.' | 'Ms.' | 'Miss' | 'Mr.' | 'Mrs.';
    };
    UnitValue: {
      /**
       * Format: date
       * @description Day
       * @example 2026-03-02
       */
      date: string;
      /**
       * Format: decimal
       * @description Before fees
       * @example 10.25
       */
      gross: string;
      /**
       * Format: decimal
       * @description After fees
       * @example 10.25
       */
      net: string;
    };
    UnitValueInput: {
      /**
       * Format: date
       * @description Day
       * @example 2026-03-02
       */
      date: string;
      /**
       * Format: decimal
       * @description Before fees
       * @example 10.25
       */
      gross: string | number;
      /**
       * Format: decimal
       * @description After fees
       * @example 10.25
       */
      net: string | number;
    };
    UnitValues: {
      /**
       * @description What the values belong to
       * @example FOLIO
       * @enum {string}
       */
      identifierType: 'ACCOUNT' | 'FOLIO';
      /**
       * @description Folio number
       * @example RA1B2C3D4E03
       */
      identifierValue: string;
      /** @description One per day with a value */
      values: components['schemas']['DailyUnitValue'][];
    };
    UpdateAccount: {
      /**
       * @description Unique among the accounts of the primary owner
       * @example Jane first
       */
      accountName?: string;
      /**
       * @description Account number of the path
       * @example RA1B2C3D4E
       */
      accountNumber?: string | number | null;
      /** @description Not updatable */
      accountRegistrationInfo?: null;
      /**
       * @description CLOSED or C closes the account permanently; otherwise send it as read, or omit. `OPEN` Open, `RESTRICTED` Open, with restrictions, `CLOSED` Closed permanently, `C` Alias of CLOSED
       * @example CLOSED
       * @enum {string|null}
       */
      accountStatus?: 'OPEN' | 'RESTRICTED' | 'CLOSED' | 'C' | null;
      /** @description Not updatable */
      accountType?: null;
      /**
       * @description An advisory plan of the firm
       * @example 2000001
       */
      billingPlanOid?: string | number;
      /** @description Not updatable */
      branchCode?: null;
      /** @description Who inherits if no primary beneficiary does; retirement accounts, only with primary ones */
      contingentBeneficiaries?: components['schemas']['UpdatedBeneficiary'][] | null;
      /**
       * @description Tax lot relief method; AVGC for all non-taxable accounts and no others. `FIFO` First in, first out, `LIFO` Last in, first out, `LGHL` Maximize losses, minimize gains, `HGLL` Maximize gains, minimize losses, `LLTG` Lowest long-term gain, `LSTG` Lowest short-term gain, `HLTG` Highest long-term gain, `HSTG` Highest short-term gain, `AVGC` Average cost, `WLFS` Weighted by tax rates, losses first, `WGFS` Weighted by tax rates, gains first
       * @example LGHL
       * @enum {string|null}
       */
      defaultTaxLotSelection?:
        | 'FIFO'
        | 'LIFO'
        | 'LGHL'
        | 'HGLL'
        | 'LLTG'
        | 'LSTG'
        | 'HLTG'
        | 'HSTG'
        | 'AVGC'
        | 'WLFS'
        | 'WGFS'
        | null;
      /** @description First contribution; SIMPLE IRA only */
      initContributionDate?: string | null;
      /** @description Excluded issues */
      issueExclusion?: components['schemas']['ExclusionInput'][] | null;
      /**
       * @deprecated
       * @description Another spelling of issueExclusion
       */
      issueExclusions?: components['schemas']['ExclusionInput'][] | null;
      /** @description Not updatable */
      jointOwners?: null;
      /**
       * Format: decimal
       * @description Percent; only for WLFS and WGFS
       * @example 15.5
       */
      longTermTaxRate?: string | number | null;
      /** @description Not updatable */
      minor?: null;
      /** @description Not updatable */
      primaryAccountOwner?: null;
      /** @description Who inherits; retirement accounts */
      primaryBeneficiaries?: components['schemas']['UpdatedBeneficiary'][] | null;
      /** @description Not updatable */
      repCode?: null;
      /** @description Excluded sectors */
      sectorExclusion?: components['schemas']['ExclusionInput'][] | null;
      /**
       * @deprecated
       * @description Another spelling of sectorExclusion
       */
      sectorExclusions?: components['schemas']['ExclusionInput'][] | null;
      /** @description Excluded tickers */
      securityExclusion?: components['schemas']['ExclusionInput'][] | null;
      /**
       * @deprecated
       * @description Another spelling of securityExclusion
       */
      securityExclusions?: components['schemas']['ExclusionInput'][] | null;
      /**
       * Format: decimal
       * @description Percent; only for WLFS and WGFS
       * @example 37
       */
      shortTermTaxRate?: string | number | null;
      /** @description Not updatable */
      taxClassification?: null;
      /** @description People the firm may contact about the account */
      trustedContacts?: components['schemas']['TrustedContactInput'][] | null;
      /** @description Not updatable */
      trustees?: null;
      /** @description Not updatable */
      w9BackupWithholding?: null;
    };
    UpdatedBeneficiary: {
      /**
       * @description Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen
       * @example C
       * @enum {string|null}
       */
      citizenship?: 'C' | 'R' | 'N' | 'U' | null;
      /**
       * @description Date of birth
       * @example 1980-05-17T00:00:00.000+00:00
       */
      dateOfBirth: string;
      /**
       * @description First name
       * @example Tom
       */
      firstName: string;
      /**
       * @description Last name
       * @example Doe
       */
      lastName: string;
      /**
       * @description Middle name
       * @example Ann
       */
      middleName?: string | null;
      /**
       * @description Relationship to the owner. `S` Spouse, `O` Other
       * @example S
       * @enum {string}
       */
      relationship: 'S' | 'O';
      /**
       * Format: decimal
       * @description Percent; the shares of a list add up to 100
       * @example 100
       */
      sharePct: string | number;
      /**
       * @description Social security number, or its mask if the person is already on the account
       * @example 078051121
       */
      ssn?: (string | number) | string;
      /**
       * @deprecated
       * @description Another spelling of ssn
       */
      SSN?: (string | number) | string;
      /**
       * @description Suffix of the name
       * @example Jr.
       */
      suffix?: string | null;
      /**
       * @description Form of address
       * @example Ms.
       */
      title?: string | null;
    };
    UpdateFolio: {
      /**
       * @description Account number in the path
       * @example RA1B2C3D4E
       */
      accountNumber?: string | number | null;
      /**
       * @description Ticker; null for none
       * @example SPY
       */
      benchmark?: string | null;
      /**
       * @description Pay dividends that are not reinvested to the account
       * @enum {boolean|string|null}
       */
      dividendPayToAccount?: true | false | 'true' | 'false' | null;
      /**
       * @description Reinvest dividends of 1 dollar or more in the security that pays them
       * @enum {boolean|string}
       */
      dividendReinvest?: true | false | 'true' | 'false';
      /**
       * @description Name of the folio
       * @example Growth
       */
      folioName?: string;
      /**
       * @description Folio number in the path
       * @example RA1B2C3D4E03
       */
      folioNumber?: string | number | null;
      /**
       * @description C closes a folio without positions. `O` Open, `C` Closed, `D` Deleted
       * @example O
       * @enum {string|null}
       */
      folioStatus?: 'O' | 'C' | 'D' | null;
      /**
       * @description Not updatable: repeat it unchanged or omit it
       * @example 3000001
       */
      modelOid?: string | number | null;
      /**
       * @description Not updatable: repeat it unchanged or omit it
       * @example 3000001
       */
      prepackagedFolioId?: string | number | null;
      /**
       * @description Not updatable: repeat it unchanged or omit it
       * @example 3000001
       */
      rtgOid?: string | number | null;
    };
    UpdateMember: {
      /**
       * @description Accredited by annual income
       * @enum {boolean|string|null}
       */
      accreditedInvestorAnnualIncome?: true | false | 'true' | 'false' | null;
      /**
       * @description Accredited by net worth
       * @enum {boolean|string|null}
       */
      accreditedInvestorNetWorth?: true | false | 'true' | 'false' | null;
      /**
       * @description Range of the annual income. `1` under 25,000, `2` 25,000 to 49,999, `3` 50,000 to 99,999, `4` 100,000 to 199,999, `5` 200,000 to 499,999, `6` 500,000 to 999,999, `7` 1,000,000 to 4,999,999, `8` 5,000,000 and over
       * @enum {string|integer|null}
       */
      annualIncome?:
        '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | null;
      /**
       * @description Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen
       * @enum {string|null}
       */
      citizenship?: 'C' | 'R' | 'N' | 'U' | null;
      /** @description Not updatable */
      dateOfBirth?: null;
      /** @description Daytime telephone */
      dayTelephone?: string | null;
      /**
       * @description 0 to 99
       * @example 2
       */
      dependentCount?: string | number | null;
      /**
       * @description Director or ten percent shareholder of a listed company
       * @enum {boolean|string|null}
       */
      directorOrTenPercentShareholder?: true | false | 'true' | 'false' | null;
      /** @description Tickers, as a list or separated by commas; each is excluded on the accounts */
      directorOrTenPercentShareholderCompany?: (string | number)[] | string | null;
      /**
       * Format: email
       * @description Primary e-mail address
       */
      email1?: string;
      /**
       * Format: email
       * @description Secondary e-mail address
       */
      email2?: string | null;
      /** @description Address of the employer */
      employerAddress?: components['schemas']['AddressInput'] | null;
      /** @description Name of the employer */
      employerName?: string | null;
      /**
       * @description Employment. `Self-Employed` Self-employed
       * @enum {string|null}
       */
      employmentStatus?:
        'Employed' | 'Self-Employed' | 'Retired' | 'Student' | 'Unemployed' | 'Other' | null;
      /** @description Evening telephone */
      eveningTelephone?: string | null;
      /**
       * @description Affiliated with a FINRA member
       * @enum {boolean|string|null}
       */
      finraAffiliated?: true | false | 'true' | 'false' | null;
      /** @description Required if finraAffiliated is true */
      finraCompany?: string | null;
      /** @description Not updatable */
      firstName?: null;
      /** @description Not updatable */
      lastName?: null;
      /**
       * @description Range of the liquid net worth. `1` under 25,000, `2` 25,000 to 49,999, `3` 50,000 to 99,999, `4` 100,000 to 199,999, `5` 200,000 to 499,999, `6` 500,000 to 999,999, `7` 1,000,000 to 4,999,999, `8` 5,000,000 and over
       * @enum {string|integer|null}
       */
      liquidNetWorth?:
        '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | null;
      /** @description If present, must match the path */
      loginId?: string | null;
      /** @description Mailing address, if different */
      mailingAddress?: components['schemas']['AddressInput'] | null;
      /** @description More about the member */
      memberProfileItems?: components['schemas']['MemberProfileItemsInput'] | null;
      /** @description One to four capital letters and digits; defaults to N */
      membershipType?: string | null;
      /** @description Not updatable */
      middleName?: null;
      /**
       * @description Range of the net worth. `1` under 25,000, `2` 25,000 to 49,999, `3` 50,000 to 99,999, `4` 100,000 to 199,999, `5` 200,000 to 499,999, `6` 500,000 to 999,999, `7` 1,000,000 to 4,999,999, `8` 5,000,000 and over
       * @enum {string|integer|null}
       */
      netWorth?:
        '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | null;
      /**
       * @description Occupation
       * @enum {string|null}
       */
      occupationType?:
        | 'Administrative'
        | 'Business Owner'
        | 'Consulting'
        | 'Creative'
        | 'Education'
        | 'Engineering'
        | 'Finance'
        | 'Health Care'
        | 'Homemaker'
        | 'Information Systems'
        | 'Legal'
        | 'Management'
        | 'Marketing'
        | 'Operations'
        | 'Other/Not Specified'
        | 'Sales'
        | 'Service'
        | 'Training'
        | null;
      /** @description Sector of the experience */
      previousExperienceSector?: string | null;
      /**
       * @description Has subscribed to private placements before
       * @enum {boolean|string|null}
       */
      previousPrivatePlacementExperience?: true | false | 'true' | 'false' | null;
      /** @description A US street address */
      primaryAddress?: components['schemas']['StreetAddress'];
      /** @description Two-letter ISO 3166 code; defaults to US for a member */
      residenceCountry?: string | null;
      /**
       * @description Suffix of the name
       * @enum {string|null}
       */
      suffix?: 'Jr.' | 'Sr.' | 'II' | 'III' | 'IV' | 'V' | null;
      /** @description Not updatable */
      tid?: null;
      /**
       * @description Form of address
       * @enum {string|null}
       */
      title?: 'Dr.' | 'Ms.' | 'Miss' | 'Mr.' | 'Mrs.' | null;
    };
    UpdateWebhook: {
      /** @description When it was created */
      creationDate?: string | null;
      /**
       * @description Why it is disabled: on request, after a 410, or after three days of failures
       * @enum {string|null}
       */
      disabledBecause?: 'request' | 'gone' | 'failing' | null;
      /**
       * @description Event types to send; empty: all
       * @example [
       *       "brokerage.account.opened.v1"
       *     ]
       */
      eventTypes?:
        | (
            | 'brokerage.account.billing-plan-changed.v1'
            | 'brokerage.account.closed.v1'
            | 'brokerage.account.opened.v1'
            | 'brokerage.account.permissions-changed.v1'
            | 'brokerage.account.restricted.v1'
            | 'brokerage.account.restriction-lifted.v1'
            | 'brokerage.account.updated.v1'
            | 'brokerage.agreement.signed.v1'
            | 'brokerage.bank-link.cancelled.v1'
            | 'brokerage.bank-link.created.v1'
            | 'brokerage.bank-link.micro-deposits-sent.v1'
            | 'brokerage.bank-link.verification-failed.v1'
            | 'brokerage.bank-link.verification-unlocked.v1'
            | 'brokerage.bank-link.verified.v1'
            | 'brokerage.cash-series.defined.v1'
            | 'brokerage.cash-series.ended.v1'
            | 'brokerage.cash-transaction.changed.v1'
            | 'brokerage.cash-transaction.created.v1'
            | 'brokerage.cash-transaction.reported.v1'
            | 'brokerage.cash-transaction.status-changed.v1'
            | 'brokerage.corporate-action.announced.v1'
            | 'brokerage.corporate-action.changed.v1'
            | 'brokerage.corporate-action.voted.v1'
            | 'brokerage.folio-transaction.corrected.v1'
            | 'brokerage.folio-transaction.reported.v1'
            | 'brokerage.folio.closed.v1'
            | 'brokerage.folio.created.v1'
            | 'brokerage.folio.positions-set.v1'
            | 'brokerage.folio.rtg-subscribed.v1'
            | 'brokerage.folio.target-weights-set.v1'
            | 'brokerage.folio.updated.v1'
            | 'brokerage.item-for-attention.answered.v1'
            | 'brokerage.item-for-attention.changed.v1'
            | 'brokerage.item-for-attention.raised.v1'
            | 'brokerage.order.amended.v1'
            | 'brokerage.order.placed.v1'
            | 'brokerage.order.reported.v1'
            | 'brokerage.order.state-changed.v1'
            | 'brokerage.placement-subscription.status-changed.v1'
            | 'brokerage.placement-subscription.submitted.v1'
            | 'brokerage.tax-data.availability-changed.v1'
            | 'brokerage.tax-lot.corrected.v1'
            | 'brokerage.tax-lot.reported.v1'
            | 'brokerage.unit-values.recorded.v1'
          )[]
        | null;
      /** @description The failing event and the outcome of its last attempt; null if none fails */
      failing?: components['schemas']['WebhookFailureInput'] | null;
      /**
       * @description Id of the webhook; in a request, that of the path
       * @example 5f0e9f7c-0001-5000-8000-000000000001
       */
      id?: string | number | null;
      /** @description Until when the previous secret also signs */
      previousSecretUntil?: string | null;
      /**
       * @description Whether events are sent
       * @enum {string|null}
       */
      state?: 'enabled' | 'disabled' | null;
      /** @description Time of the last change of state */
      stateSince?: string | null;
      /**
       * @description Where events are sent: https, reachable on the internet
       * @example https://hooks.example.com/brokerage
       */
      url?: string;
    };
    VerifyMicroDeposits: {
      /**
       * @description Id in the path
       * @example 4711
       */
      bankLinkOid: string | number;
      /**
       * Format: decimal
       * @description One of the amounts
       * @example 0.12
       */
      md1: string | number;
      /**
       * Format: decimal
       * @description The other one
       * @example 0.31
       */
      md2: string | number;
      /**
       * @description verify_md
       * @example verify_md
       */
      op: string;
      /**
       * @description Login id of an owner of the account
       * @example jane.doe
       */
      ownerLoginId: string | number;
    };
    VerifyOwner: {
      /**
       * @description Id in the path
       * @example 4711
       */
      bankLinkOid: string | number;
      /**
       * @description verify_own
       * @example verify_own
       */
      op: string;
      /**
       * @description Login id of an owner of the account
       * @example jane.doe
       */
      ownerLoginId: string | number;
    };
    Vote: {
      /**
       * @description Same as in the path
       * @example 52001
       */
      notifid?: string | number | null;
      /** @description Votes, one entry per question */
      questions: components['schemas']['QuestionVote'][];
      /**
       * @description Type of the action: P proxy, M mandatory, V voluntary. `P` Proxy, `M` Mandatory, `V` Voluntary
       * @enum {string|null}
       */
      type?: 'P' | 'M' | 'V' | null;
    };
    Webhook: {
      /**
       * Format: date-time
       * @description When it was created
       */
      creationDate: string;
      /**
       * @description Why it is disabled: on request, after a 410, or after three days of failures
       * @enum {string|null}
       */
      disabledBecause: 'request' | 'gone' | 'failing' | null;
      /**
       * @description Event types to send; empty: all
       * @example [
       *       "brokerage.account.opened.v1"
       *     ]
       */
      eventTypes: (
        | 'brokerage.account.billing-plan-changed.v1'
        | 'brokerage.account.closed.v1'
        | 'brokerage.account.opened.v1'
        | 'brokerage.account.permissions-changed.v1'
        | 'brokerage.account.restricted.v1'
        | 'brokerage.account.restriction-lifted.v1'
        | 'brokerage.account.updated.v1'
        | 'brokerage.agreement.signed.v1'
        | 'brokerage.bank-link.cancelled.v1'
        | 'brokerage.bank-link.created.v1'
        | 'brokerage.bank-link.micro-deposits-sent.v1'
        | 'brokerage.bank-link.verification-failed.v1'
        | 'brokerage.bank-link.verification-unlocked.v1'
        | 'brokerage.bank-link.verified.v1'
        | 'brokerage.cash-series.defined.v1'
        | 'brokerage.cash-series.ended.v1'
        | 'brokerage.cash-transaction.changed.v1'
        | 'brokerage.cash-transaction.created.v1'
        | 'brokerage.cash-transaction.reported.v1'
        | 'brokerage.cash-transaction.status-changed.v1'
        | 'brokerage.corporate-action.announced.v1'
        | 'brokerage.corporate-action.changed.v1'
        | 'brokerage.corporate-action.voted.v1'
        | 'brokerage.folio-transaction.corrected.v1'
        | 'brokerage.folio-transaction.reported.v1'
        | 'brokerage.folio.closed.v1'
        | 'brokerage.folio.created.v1'
        | 'brokerage.folio.positions-set.v1'
        | 'brokerage.folio.rtg-subscribed.v1'
        | 'brokerage.folio.target-weights-set.v1'
        | 'brokerage.folio.updated.v1'
        | 'brokerage.item-for-attention.answered.v1'
        | 'brokerage.item-for-attention.changed.v1'
        | 'brokerage.item-for-attention.raised.v1'
        | 'brokerage.order.amended.v1'
        | 'brokerage.order.placed.v1'
        | 'brokerage.order.reported.v1'
        | 'brokerage.order.state-changed.v1'
        | 'brokerage.placement-subscription.status-changed.v1'
        | 'brokerage.placement-subscription.submitted.v1'
        | 'brokerage.tax-data.availability-changed.v1'
        | 'brokerage.tax-lot.corrected.v1'
        | 'brokerage.tax-lot.reported.v1'
        | 'brokerage.unit-values.recorded.v1'
      )[];
      /** @description The failing event and the outcome of its last attempt; null if none fails */
      failing: components['schemas']['WebhookFailure'] | null;
      /**
       * @description Id of the webhook; in a request, that of the path
       * @example 5f0e9f7c-0001-5000-8000-000000000001
       */
      id: string;
      /**
       * Format: date-time
       * @description Until when the previous secret also signs
       */
      previousSecretUntil: string | null;
      /**
       * @description Whether events are sent
       * @enum {string}
       */
      state: 'enabled' | 'disabled';
      /**
       * Format: date-time
       * @description Time of the last change of state
       */
      stateSince: string;
      /**
       * @description Where events are sent: https, reachable on the internet
       * @example https://hooks.example.com/brokerage
       */
      url: string;
    };
    WebhookFailure: {
      /**
       * @description Account of the event
       * @example RA1B2C3D4E
       */
      accountNumber: string;
      /**
       * Format: date-time
       * @description When the last attempt failed
       */
      attemptedAt: string;
      /** @description Attempts so far */
      attempts: number;
      /**
       * Format: date-time
       * @description When the webhook will be disabled if failures continue; null while it is disabled
       */
      disabledFrom: string | null;
      /**
       * @description Type of the event
       * @example brokerage.account.opened.v1
       */
      eventType: string;
      /**
       * Format: date-time
       * @description Next attempt; null while disabled
       */
      nextAttemptAt: string | null;
      /**
       * @description Kind of the last failure
       * @example status
       */
      reason: string;
      /**
       * @description Sequence of the event within its account
       * @example 1
       */
      sequence: string;
      /**
       * Format: date-time
       * @description When the first attempt failed
       */
      since: string;
      /** @description HTTP status of the last response; null if none */
      status: number | null;
    };
    WebhookFailureInput: {
      /**
       * @description Account of the event
       * @example RA1B2C3D4E
       */
      accountNumber: string | number;
      /** @description When the last attempt failed */
      attemptedAt: string;
      /** @description Attempts so far */
      attempts: number | string;
      /** @description When the webhook will be disabled if failures continue; null while it is disabled */
      disabledFrom?: string | null;
      /**
       * @description Type of the event
       * @example brokerage.account.opened.v1
       */
      eventType: string;
      /** @description Next attempt; null while disabled */
      nextAttemptAt?: string | null;
      /**
       * @description Kind of the last failure
       * @example status
       */
      reason: string;
      /**
       * @description Sequence of the event within its account
       * @example 1
       */
      sequence: string;
      /** @description When the first attempt failed */
      since: string;
      /** @description HTTP status of the last response; null if none */
      status?: number | string | null;
    };
    WebhookSecret: {
      /**
       * @description Id of the webhook
       * @example 5f0e9f7c-0001-5000-8000-000000000001
       */
      id: string;
      /**
       * @description whsec_ and Base64; never shown again
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
       */
      secret: string;
    };
    WebhookStatus: {
      /**
       * @description Why it is disabled: on request, after a 410, or after three days of failures
       * @enum {string|null}
       */
      disabledBecause: 'request' | 'gone' | 'failing' | null;
      /** @description The failing event and the outcome of its last attempt; null if none fails */
      failing: components['schemas']['WebhookFailure'] | null;
      /**
       * @description Firm that owns it
       * @example 1000000001
       */
      firmId: string;
      /**
       * @description Id of the webhook; in a request, that of the path
       * @example 5f0e9f7c-0001-5000-8000-000000000001
       */
      id: string;
      /**
       * @description Age of the oldest undelivered event in seconds; 0.0 if there is none
       * @example 0.0
       */
      lagSeconds: string;
      /**
       * @description Whether events are sent
       * @enum {string}
       */
      state: 'enabled' | 'disabled';
      /**
       * Format: date-time
       * @description Time of the last change of state
       */
      stateSince: string;
      /**
       * @description Scheme and host of the URL
       * @example https://hooks.example.com
       */
      target: string;
    };
    WebhookTest: {
      /** @description Whether the receiver responded 2xx */
      delivered: boolean;
      /**
       * @description Kind of failure
       * @example status
       */
      reason: string | null;
      /** @description HTTP status of the response; null if none */
      status: number | null;
    };
  };
  responses: never;
  parameters: {
    /**
     * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
     * @example 2026-03-02T15:00:00.000+00:00
     */
    AsOf: string;
    /**
     * @description Where to continue; from the Link header of the previous page
     * @example WyJSQTFCMkMzRDRFIl0
     */
    PageCursor: string;
    /**
     * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
     * @example 100
     */
    PageLimit: number | string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  Proofs_keys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicKeys'];
        };
      };
    };
  };
  Contract_asyncApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
    };
  };
  BackofficeMicroDeposits_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the bank link
         * @example 4711
         */
        banklinkoid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MicroDeposits'];
        };
      };
    };
  };
  BackofficeCashTransactions_putByAlias: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the cash transaction: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 9021
         */
        cashtransactionoid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CashTransactionInput'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  BackofficeCashTransactions_put: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the cash transaction: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 9021
         */
        cashtransactionoid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CashTransactionInput'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  BackofficeCorporateActions_put: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the corporate action: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 52001
         */
        notificationid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CorporateActionInput'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  BackofficeOrders_put: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
        /**
         * @description Id of the resource: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 81
         */
        oid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderInput'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  BackofficeUnitValues_put: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RecordUnitValues'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  BackofficePositions_set: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PositionInput'][];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  BackofficeFolioTransactions_put: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
        /**
         * @description Id of the transaction: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 6001
         */
        transactionid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FolioTransactionInput'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  BackofficeSubscriptions_put: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the resource: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 81
         */
        oid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SubscriptionInput'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  BackofficeTaxLots_putLot: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the transaction that closed the lot: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 3002
         */
        closingtxnid: string;
        /**
         * @description Id of the transaction that opened the lot: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 3001
         */
        originatingtxnid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReportedTaxLotInput'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  BackofficeTaxLots_putTaxData: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TaxData'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Firms_define: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the firm: 1 to 19 digits, not starting with 0
         * @example 1000000001
         */
        firmId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InstitutionalFirm'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  BackofficeBillingPlans_put: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the firm: 1 to 19 digits, not starting with 0
         * @example 1000000001
         */
        firmId: string;
        /**
         * @description Id of the resource: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 81
         */
        oid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PutBillingPlan'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Clients_define: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description API key of the client: 8 to 64 letters, digits, - or _, starting with a letter or digit
         * @example acme-key
         */
        apiKey: string;
        /**
         * @description Id of the firm: 1 to 19 digits, not starting with 0
         * @example 1000000001
         */
        firmId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ClientInput'];
      };
    };
    responses: {
      /** @description OK; usually without a body */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SharedSecret'];
        };
      };
    };
  };
  Clients_revoke: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description API key of the client: 8 to 64 letters, digits, - or _, starting with a letter or digit
         * @example acme-key
         */
        apiKey: string;
        /**
         * @description Id of the firm: 1 to 19 digits, not starting with 0
         * @example 1000000001
         */
        firmId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Clients_replaceSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description API key of the client: 8 to 64 letters, digits, - or _, starting with a letter or digit
         * @example acme-key
         */
        apiKey: string;
        /**
         * @description Id of the firm: 1 to 19 digits, not starting with 0
         * @example 1000000001
         */
        firmId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SharedSecret'];
        };
      };
    };
  };
  Import_import: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-ndjson': string;
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
    };
  };
  BackofficeItems_put: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the item: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 1
         */
        id: string;
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PutItem'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Verifications_record: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['IdentityResult'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  BackofficeOffers_put: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the resource: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 81
         */
        oid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OfferInput'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  BackofficeOffers_putDocument: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the item: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 1
         */
        id: string;
        /**
         * @description Id of the resource: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 81
         */
        oid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PutOfferingDocument'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  BackofficeRtgs_put: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the resource: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 81
         */
        oid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RtgInput'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Console_page: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
    };
  };
  Console_file: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Name of the file
         * @example brokerage.account.opened.v1.json
         */
        file: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/css': string;
          'text/javascript': string;
        };
      };
    };
  };
  Health_live: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description The only value; otherwise the status is 503
             * @constant
             */
            status: 'live';
          };
        };
      };
    };
  };
  Health_ready: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description The only value; otherwise the status is 503
             * @constant
             */
            status: 'ready';
          };
        };
      };
    };
  };
  Metrics_get: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  OperatorBankLinks_unlock: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the bank link
         * @example 4711
         */
        banklinkoid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Proofs_export: {
    parameters: {
      query?: {
        /**
         * @description Account number
         * @example RA1B2C3D4E
         */
        account?: string | number;
        /**
         * @description Firm id
         * @example 1000000001
         */
        firm?: string | number;
        /**
         * @description From this moment, inclusive
         * @example 2026-03-02T15:00:00.000+00:00
         */
        from?: string;
        /**
         * @description Login id of a member
         * @example jane.doe
         */
        member?: string | number;
        /**
         * @description Up to this moment, exclusive
         * @example 2026-03-02T15:00:00.000+00:00
         */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
    };
  };
  Proofs_roots: {
    parameters: {
      query?: {
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Root'][];
        };
      };
    };
  };
  SensitiveReads_list: {
    parameters: {
      query?: {
        /**
         * @description Reads of this account, including those of its whole firm
         * @example RA1B2C3D4E
         */
        account?: string | number;
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Reads of this firm as a whole
         * @example 1000000001
         */
        firm?: string | number;
        /**
         * @description From this moment, inclusive
         * @example 2026-03-02T15:00:00.000+00:00
         */
        from?: string;
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
        /**
         * @description Reads of this member or trustee, including those of the whole firm
         * @example jane.doe
         */
        member?: string | number;
        /**
         * @description Up to this moment, exclusive
         * @example 2026-03-02T15:00:00.000+00:00
         */
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SensitiveRead'][];
        };
      };
    };
  };
  Proofs_rotate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicKeys'];
        };
      };
    };
  };
  Caller_get: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caller'];
        };
      };
    };
  };
  ClientList_list: {
    parameters: {
      query?: {
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Only clients of this firm
         * @example 1000000001
         */
        firmId?: string | number;
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Client'][];
        };
      };
    };
  };
  Consumers_list: {
    parameters: {
      query?: {
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Consumer'][];
        };
      };
    };
  };
  Consumers_retry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Name of the read model
         * @example folios.folio
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Retry'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Consumer'];
        };
      };
    };
  };
  Consumers_skip: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Name of the read model
         * @example folios.folio
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SkipParked'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Consumer'];
        };
      };
    };
  };
  Erasure_list: {
    parameters: {
      query?: {
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErasedPerson'][];
        };
      };
    };
  };
  MasterKey_get: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MasterKey'];
        };
      };
    };
  };
  MasterKey_replace: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplaceMasterKey'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
    };
  };
  Mails_list: {
    parameters: {
      query?: {
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
        /**
         * @description Default: failed
         * @example due
         */
        status?: 'due' | 'sent' | 'failed';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Mail'][];
        };
      };
    };
  };
  Mails_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the mail
         * @example 5f0e9f7c-0001-5000-8000-000000000001
         */
        mailid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Mail'];
        };
      };
    };
  };
  Mails_requeue: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the mail
         * @example 5f0e9f7c-0001-5000-8000-000000000001
         */
        mailid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Erasure_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erasure'];
        };
      };
    };
  };
  Erasure_erase: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Projections_list: {
    parameters: {
      query?: {
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Projection'][];
          'text/event-stream': string;
        };
      };
    };
  };
  Projections_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Name of the read model
         * @example folios.folio
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Projection'];
        };
      };
    };
  };
  Projections_drop: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the generation, as listed by the read model
         * @example folios_folio_v1_g1
         */
        collection: string;
        /**
         * @description Name of the read model
         * @example folios.folio
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Projections_diff: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the generation, as listed by the read model
         * @example folios_folio_v1_g1
         */
        collection: string;
        /**
         * @description Name of the read model
         * @example folios.folio
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GenerationDiff'];
        };
      };
    };
  };
  Projections_progress: {
    parameters: {
      query?: {
        /**
         * @description Collection of the generation; default: the one being built, or the live one
         * @example accounts_account_v1_g2
         */
        collection?: string;
      };
      header?: never;
      path: {
        /**
         * @description Name of the read model
         * @example folios.folio
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
    };
  };
  Projections_rebuild: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Name of the read model
         * @example folios.folio
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Rebuild'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Projection'];
        };
      };
    };
  };
  Projections_skip: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Name of the read model
         * @example folios.folio
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Skip'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Projection'];
        };
      };
    };
  };
  Projections_switchTo: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Name of the read model
         * @example folios.folio
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Switch'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Projection'];
        };
      };
    };
  };
  WebhookStatuses_list: {
    parameters: {
      query?: {
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Only webhooks of this firm
         * @example 1000000001
         */
        firmId?: string | number;
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookStatus'][];
        };
      };
    };
  };
  WebhookStatuses_deliveries: {
    parameters: {
      query?: {
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path: {
        /**
         * @description Id of the webhook
         * @example 5f0e9f7c-0001-5000-8000-000000000001
         */
        webhookid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Delivery'][];
        };
      };
    };
  };
  WebhookStatuses_replay: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the webhook
         * @example 5f0e9f7c-0001-5000-8000-000000000001
         */
        webhookid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Replay'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Accounts_list: {
    parameters: {
      query?: {
        /**
         * @description Only accounts whose name contains this, ignoring case
         * @example first
         */
        accountName?: string;
        /**
         * @description Only accounts of these statuses
         * @example [
         *       "OPEN"
         *     ]
         */
        accountStatus?: ('OPEN' | 'RESTRICTED' | 'CLOSED')[];
        /**
         * @description Only accounts of these types
         * @example [
         *       "9"
         *     ]
         */
        accountType?: (
          | '9'
          | 'I'
          | 'J'
          | 'K'
          | 'L'
          | 'M'
          | 'U'
          | 'P'
          | 'Q'
          | 'R'
          | 'S'
          | 'X'
          | 'D'
          | 'A'
          | 'F'
          | 'E'
          | 'B'
          | 'V'
          | 'C'
          | 'H'
        )[];
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
        /**
         * @description Only accounts of this primary or joint owner, by login id
         * @example jane.doe
         */
        owner?: string | number;
        /**
         * @description Sort key; a leading hyphen sorts in descending order. Default accountNumber
         * @example accountNumber
         */
        sort?:
          | 'accountNumber'
          | '-accountNumber'
          | 'accountName'
          | '-accountName'
          | 'creationDate'
          | '-creationDate';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'][];
        };
      };
    };
  };
  Accounts_open: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OpenAccount'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Accounts_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
    };
  };
  Accounts_update: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateAccount'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  BankLinks_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BankLink'][];
        };
      };
    };
  };
  BankLinks_create: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateBankLink'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  BankLinks_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the bank link
         * @example 4711
         */
        banklinkoid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BankLink'];
        };
      };
    };
  };
  BankLinks_cancel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the bank link
         * @example 4711
         */
        banklinkoid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CancelBankLink'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  History_ofBankLink: {
    parameters: {
      query?: {
        /**
         * @description Only actions of this API key, token subject, process, acting or associated member
         * @example jane.doe
         */
        actor?: string;
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Only events from this moment on
         * @example 2026-03-02T15:00:00.000+00:00
         */
        from?: string;
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
        /**
         * @description Which entries come first; default: newest
         * @example newest
         */
        order?: 'newest' | 'oldest';
        /**
         * @description Only events before this moment
         * @example 2026-03-02T15:00:00.000+00:00
         */
        to?: string;
        /**
         * @description Only events of these types, such as account.RestrictionLifted, or of all types with this prefix before the dot, such as account
         * @example [
         *       "account.RestrictionLifted",
         *       "cash"
         *     ]
         */
        type?: string[];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the bank link
         * @example 4711
         */
        banklinkoid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HistoryEntry'][];
        };
      };
    };
  };
  CashTransactions_getByAlias: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the cash transaction: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 9021
         */
        cashtransactionoid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CashTransaction'];
        };
      };
    };
  };
  CashTransactions_cancelByAlias: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the cash transaction: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 9021
         */
        cashtransactionoid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CancelCashTransaction'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  CashTransactions_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Creation dates: a code, or two dates MM-dd-yyyy,MM-dd-yyyy or yyyy-MM-dd,yyyy-MM-dd
         * @example 30d
         */
        daterange?: string;
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
        /**
         * @description US dollars
         * @example 5.00
         */
        maxAmount?: string;
        /**
         * @description US dollars
         * @example 0.50
         */
        minAmount?: string;
        /**
         * @description Comma-separated statuses
         * @example PD,PR
         */
        transactionStatuses?: string;
        /**
         * @description Comma-separated types
         * @example AHD,AHW
         */
        transactionTypes?: string;
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CashTransaction'][];
        };
      };
    };
  };
  CashTransactions_create: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateCashTransaction'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  CashTransactions_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the cash transaction: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 9021
         */
        cashtransactionoid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CashTransaction'];
        };
      };
    };
  };
  CashTransactions_cancel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the cash transaction: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 9021
         */
        cashtransactionoid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CancelCashTransaction'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  CheckInstructions_regular: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckInstructions'];
        };
      };
    };
  };
  CheckInstructions_express: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckInstructions'];
        };
      };
    };
  };
  CorporateActions_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CorporateAction'][];
        };
      };
    };
  };
  CorporateActions_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the corporate action: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 52001
         */
        notificationid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CorporateAction'];
        };
      };
    };
  };
  CorporateActions_vote: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the corporate action: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 52001
         */
        notificationid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Vote'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Agreement_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Signature'][];
        };
      };
    };
  };
  Agreement_sign: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignatureInput'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Feed_ofAccount: {
    parameters: {
      query?: {
        /**
         * @description Where to continue: the X-Feed-Cursor of a page, the id of a live event, or newest. Default: the first event
         * @example newest
         */
        cursor?: string;
        /**
         * @description Where to begin, unless cursor or Last-Event-ID says where to continue: a timestamp with offset, a date (its end in New York), or a consistency token. Of what a token includes, events may come again, but none after it is missing
         * @example 2026-03-02T15:00:00.000+00:00
         */
        from?: string;
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublishedEvent'][];
          'text/event-stream': string;
        };
      };
    };
  };
  Folios_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Folio'][];
        };
      };
    };
  };
  Folios_create: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateFolio'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Folios_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Folio'];
        };
      };
    };
  };
  Folios_update: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateFolio'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  History_ofFolio: {
    parameters: {
      query?: {
        /**
         * @description Only actions of this API key, token subject, process, acting or associated member
         * @example jane.doe
         */
        actor?: string;
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Only events from this moment on
         * @example 2026-03-02T15:00:00.000+00:00
         */
        from?: string;
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
        /**
         * @description Which entries come first; default: newest
         * @example newest
         */
        order?: 'newest' | 'oldest';
        /**
         * @description Only events before this moment
         * @example 2026-03-02T15:00:00.000+00:00
         */
        to?: string;
        /**
         * @description Only events of these types, such as account.RestrictionLifted, or of all types with this prefix before the dot, such as account
         * @example [
         *       "account.RestrictionLifted",
         *       "cash"
         *     ]
         */
        type?: string[];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HistoryEntry'][];
        };
      };
    };
  };
  Orders_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Only orders created at or after this time
         * @example 2026-03-02T15:00:00.000+00:00
         */
        from?: string;
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
        /**
         * @description Sort key; a leading hyphen sorts in descending order. Default -creationDate
         * @example creationDate
         */
        sort?: 'creationDate' | '-creationDate';
        /**
         * @description Only orders in these states
         * @example [
         *       "O"
         *     ]
         */
        state?: ('O' | 'P' | 'F' | 'C' | 'R' | 'E')[];
        /**
         * @description Only orders created before this time
         * @example 2026-03-02T15:00:00.000+00:00
         */
        to?: string;
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'][];
        };
      };
    };
  };
  Orders_create: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateOrder'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Orders_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
        /**
         * @description Id of the resource: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 81
         */
        oid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
    };
  };
  Orders_cancel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
        /**
         * @description Id of the resource: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 81
         */
        oid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CancelOrder'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Performance_rawData: {
    parameters: {
      query: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Two dates yyyy-MM-dd joined by a comma, at most 20 years
         * @example 2026-01-01,2026-03-31
         */
        daterange: string;
        /**
         * @description netfee; anything else is grossfee
         * @example netfee
         */
        returntype?: string;
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RawUnitValues'];
        };
      };
    };
  };
  Performance_summary: {
    parameters: {
      query: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Two dates yyyy-MM-dd joined by a comma, at most 20 years
         * @example 2026-01-01,2026-03-31
         */
        daterange: string;
        /**
         * @description netfee; anything else is grossfee
         * @example netfee
         */
        returntype?: string;
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PerformanceSummary'];
        };
      };
    };
  };
  Performance_unitValues: {
    parameters: {
      query: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Two dates yyyy-MM-dd joined by a comma, at most 20 years
         * @example 2026-01-01,2026-03-31
         */
        daterange: string;
        /**
         * @description netfee; anything else is grossfee
         * @example netfee
         */
        returntype?: string;
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UnitValues'];
        };
      };
    };
  };
  Folios_positions: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Position'][];
        };
      };
    };
  };
  RtgSubscription_subscribe: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RtgSubscription'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Folios_targetWeights: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TargetWeight'][];
        };
      };
    };
  };
  Folios_setTargetWeights: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TargetWeightInput'][];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  FolioTransactions_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Default Y; N hides cash sweep transactions
         * @example N
         */
        cashsweep?: string;
        /**
         * @description Category name, in any letter case
         * @example Trades
         */
        category?: string;
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Default 3d: a code, or two dates MM-dd-yyyy joined by a comma
         * @example 30d
         */
        daterange?: string;
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
        /**
         * @description Sub-category name, in any letter case; subcategory is an alias. Also accepted as subcategory
         * @example Buy
         */
        subCategoryName?: string;
        /**
         * @description One ticker, or several joined by commas
         * @example IBM,SPY
         */
        ticker?: string;
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FolioTransaction'][];
        };
      };
    };
  };
  History_ofAccount: {
    parameters: {
      query?: {
        /**
         * @description Only actions of this API key, token subject, process, acting or associated member
         * @example jane.doe
         */
        actor?: string;
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Only events from this moment on
         * @example 2026-03-02T15:00:00.000+00:00
         */
        from?: string;
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
        /**
         * @description Which entries come first; default: newest
         * @example newest
         */
        order?: 'newest' | 'oldest';
        /**
         * @description Only events before this moment
         * @example 2026-03-02T15:00:00.000+00:00
         */
        to?: string;
        /**
         * @description Only events of these types, such as account.RestrictionLifted, or of all types with this prefix before the dot, such as account
         * @example [
         *       "account.RestrictionLifted",
         *       "cash"
         *     ]
         */
        type?: string[];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HistoryEntry'][];
        };
      };
    };
  };
  AccountOrders_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the resource: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 81
         */
        oid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
    };
  };
  Permissions_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Permission'][];
        };
      };
    };
  };
  Permissions_grant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewPermission'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Permissions_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Permission'];
        };
      };
    };
  };
  Permissions_change: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PermissionInput'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Permissions_revoke: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Subscriptions_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'][];
        };
      };
    };
  };
  Subscriptions_create: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Login id of the client that an advisor acts for
         * @example jane.doe
         */
        'X-Associated-Member-Id': string;
      };
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateSubscription'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Subscriptions_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the resource: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 81
         */
        oid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
    };
  };
  ReportedTaxLots_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the transaction that closed the lot: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 3002
         */
        closingtxnid: string;
        /**
         * @description Id of the transaction that opened the lot: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 3001
         */
        originatingtxnid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReportedTaxLot'];
        };
      };
    };
  };
  Restrictions_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Restriction'][];
        };
      };
    };
  };
  Restrictions_add: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RestrictionInput'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Restrictions_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the item: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 1
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Restriction'];
        };
      };
    };
  };
  Restrictions_remove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the item: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 1
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Verifications_verifyOwner: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the bank link
         * @example 4711
         */
        banklinkoid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['VerifyOwner'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BankLinkVerification'];
        };
      };
    };
  };
  Verifications_verify: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the bank link
         * @example 4711
         */
        banklinkoid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['VerifyMicroDeposits'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BankLinkVerification'];
        };
      };
    };
  };
  Feed_ofFirm: {
    parameters: {
      query?: {
        /**
         * @description Where to continue: the X-Feed-Cursor of a page, the id of a live event, or newest. Default: the first event
         * @example newest
         */
        cursor?: string;
        /**
         * @description Where to begin, unless cursor or Last-Event-ID says where to continue: a timestamp with offset, a date (its end in New York), or a consistency token. Of what a token includes, events may come again, but none after it is missing
         * @example 2026-03-02T15:00:00.000+00:00
         */
        from?: string;
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublishedEvent'][];
          'text/event-stream': string;
        };
      };
    };
  };
  Firms_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Only firms of this type. `L` Institutional firm, `G` Corporate firm
         * @example L
         */
        firmType?: 'L' | 'G';
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
        /**
         * @description Only firms whose name contains this, ignoring case
         * @example acme
         */
        name?: string;
        /**
         * @description Sort key; a leading hyphen sorts in descending order. Default firmId
         * @example firmId
         */
        sort?: 'firmId' | '-firmId' | 'name' | '-name';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Firm'][];
        };
      };
    };
  };
  Firms_create: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateFirm'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Firms_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Id of the firm: 1 to 19 digits, not starting with 0
         * @example 1000000001
         */
        firmId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Firm'];
        };
      };
    };
  };
  BillingPlans_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path: {
        /**
         * @description Id of the firm: 1 to 19 digits, not starting with 0
         * @example 1000000001
         */
        firmId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BillingPlan'][];
        };
      };
    };
  };
  BillingPlans_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Id of the billing plan: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 77
         */
        billingplanoid: string;
        /**
         * @description Id of the firm: 1 to 19 digits, not starting with 0
         * @example 1000000001
         */
        firmId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BillingPlan'];
        };
      };
    };
  };
  History_ofFirm: {
    parameters: {
      query?: {
        /**
         * @description Only actions of this API key, token subject, process, acting or associated member
         * @example jane.doe
         */
        actor?: string;
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Only events from this moment on
         * @example 2026-03-02T15:00:00.000+00:00
         */
        from?: string;
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
        /**
         * @description Which entries come first; default: newest
         * @example newest
         */
        order?: 'newest' | 'oldest';
        /**
         * @description Only events before this moment
         * @example 2026-03-02T15:00:00.000+00:00
         */
        to?: string;
        /**
         * @description Only events of these types, such as account.RestrictionLifted, or of all types with this prefix before the dot, such as account
         * @example [
         *       "account.RestrictionLifted",
         *       "cash"
         *     ]
         */
        type?: string[];
      };
      header?: never;
      path: {
        /**
         * @description Id of the firm: 1 to 19 digits, not starting with 0
         * @example 1000000001
         */
        firmId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HistoryEntry'][];
        };
      };
    };
  };
  Members_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Only members with this whole e-mail address, ignoring case
         * @example jane@example.com
         */
        email?: string;
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
        /**
         * @description Only members whose login id starts with this
         * @example jane
         */
        loginId?: string | number;
        /**
         * @description Only members whose first and last name contain this, ignoring case
         * @example jane d
         */
        name?: string;
        /**
         * @description Sort key; a leading hyphen sorts in descending order. Default loginId
         * @example loginId
         */
        sort?: 'loginId' | '-loginId' | 'name' | '-name';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Member'][];
        };
      };
    };
  };
  Members_create: {
    parameters: {
      query?: {
        /**
         * @description Whether to check the identity later; the member is PENDING_NEW until then
         * @example true
         */
        asynchronousSSNValidation?: true | false | 'true' | 'false';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateMember'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Members_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Member'];
        };
      };
    };
  };
  Members_update: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateMember'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  History_ofMember: {
    parameters: {
      query?: {
        /**
         * @description Only actions of this API key, token subject, process, acting or associated member
         * @example jane.doe
         */
        actor?: string;
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Only events from this moment on
         * @example 2026-03-02T15:00:00.000+00:00
         */
        from?: string;
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
        /**
         * @description Which entries come first; default: newest
         * @example newest
         */
        order?: 'newest' | 'oldest';
        /**
         * @description Only events before this moment
         * @example 2026-03-02T15:00:00.000+00:00
         */
        to?: string;
        /**
         * @description Only events of these types, such as account.RestrictionLifted, or of all types with this prefix before the dot, such as account
         * @example [
         *       "account.RestrictionLifted",
         *       "cash"
         *     ]
         */
        type?: string[];
      };
      header?: never;
      path: {
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HistoryEntry'][];
        };
      };
    };
  };
  Items_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Only items of these statuses
         * @example [
         *       "I"
         *     ]
         */
        ifaStatus?: ('I' | 'V' | 'A' | 'R' | 'Y' | 'N' | 'O' | 'X')[];
        /**
         * @description Only items of these types
         * @example [
         *       "NO"
         *     ]
         */
        ifaType?: ('NO' | 'AN' | 'BV' | 'MD' | 'AA' | 'SA' | 'DU' | 'IA' | 'CA')[];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path: {
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Item'][];
        };
      };
    };
  };
  Items_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Id of the item: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 1
         */
        id: string;
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Item'];
        };
      };
    };
  };
  Items_respond: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the item: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 1
         */
        id: string;
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RespondToItem'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Membership_change: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Membership'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  MemberOrders_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
        /**
         * @description Default false: includes orders closed in the past 10 days
         * @example true
         */
        openOnly?: true | false | 'true' | 'false';
      };
      header?: never;
      path: {
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'][];
        };
      };
    };
  };
  Verifications_status: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  Verifications_resubmit: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Offers_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
        /**
         * @description Default true: offers open for subscriptions today; false: all
         * @example true
         */
        openOnly?: true | false | 'true' | 'false';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Offer'][];
        };
      };
    };
  };
  Offers_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Id of the resource: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 81
         */
        oid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Offer'];
        };
      };
    };
  };
  Offers_documents: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path: {
        /**
         * @description Id of the resource: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 81
         */
        oid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OfferingDocument'][];
        };
      };
    };
  };
  Offers_document: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Id of the item: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 1
         */
        id: string;
        /**
         * @description Id of the resource: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 81
         */
        oid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
    };
  };
  Rtgs_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Rtg'][];
        };
      };
    };
  };
  Rtgs_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Id of the resource: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 81
         */
        oid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Rtg'];
        };
      };
    };
  };
  Trustees_list: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Trustee'][];
        };
      };
    };
  };
  Trustees_create: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateTrustee'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Trustees_get: {
    parameters: {
      query?: {
        /**
         * @description A timestamp with offset, a date (its end in New York) or a consistency token: returns the state at that moment, with the rights and masking of now
         * @example 2026-03-02T15:00:00.000+00:00
         */
        asOf?: components['parameters']['AsOf'];
      };
      header?: never;
      path: {
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Trustee'];
        };
      };
    };
  };
  Webhooks_list: {
    parameters: {
      query?: {
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'][];
        };
      };
    };
  };
  Webhooks_create: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWebhook'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookSecret'];
        };
      };
    };
  };
  Webhooks_get: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the webhook
         * @example 5f0e9f7c-0001-5000-8000-000000000001
         */
        webhookid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
    };
  };
  Webhooks_update: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the webhook
         * @example 5f0e9f7c-0001-5000-8000-000000000001
         */
        webhookid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateWebhook'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Webhooks_delete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the webhook
         * @example 5f0e9f7c-0001-5000-8000-000000000001
         */
        webhookid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Deliveries_list: {
    parameters: {
      query?: {
        /**
         * @description Where to continue; from the Link header of the previous page
         * @example WyJSQTFCMkMzRDRFIl0
         */
        cursor?: components['parameters']['PageCursor'];
        /**
         * @description Maximum number of items per page; a page of large items has fewer. The Link header has the next page
         * @example 100
         */
        limit?: components['parameters']['PageLimit'];
      };
      header?: never;
      path: {
        /**
         * @description Id of the webhook
         * @example 5f0e9f7c-0001-5000-8000-000000000001
         */
        webhookid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Delivery'][];
        };
      };
    };
  };
  Deliveries_replay: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the webhook
         * @example 5f0e9f7c-0001-5000-8000-000000000001
         */
        webhookid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Replay'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Webhooks_rotate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the webhook
         * @example 5f0e9f7c-0001-5000-8000-000000000001
         */
        webhookid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookSecret'];
        };
      };
    };
  };
  Deliveries_test: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the webhook
         * @example 5f0e9f7c-0001-5000-8000-000000000001
         */
        webhookid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookTest'];
        };
      };
    };
  };
  Outside_microDeposits: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Id of the bank link
         * @example 4711
         */
        banklinkoid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MicroDeposits'];
        };
      };
    };
  };
  Outside_fill: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
        /**
         * @description Id of the resource: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 81
         */
        oid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Fill'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Outside_reject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
        /**
         * @description Folio number: account number, in capitals, and two digits
         * @example RA1B2C3D4E03
         */
        folionumber: string;
        /**
         * @description Id of the resource: 1 to 64 letters, digits or any of . _ : -, starting with a letter or digit
         * @example 81
         */
        oid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Reject'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Outside_fund: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account number, in capitals
         * @example RA1B2C3D4E
         */
        accountnumber: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Fund'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Outside_report: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReportInput'][];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Report'][];
        };
      };
    };
  };
  Clock_get: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Clock'];
        };
      };
    };
  };
  Clock_move: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MoveClock'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Clock'];
        };
      };
    };
  };
  Outside_answer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Login id of the member
         * @example jane.doe
         */
        loginid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['IdentityResult'];
      };
    };
    responses: {
      /** @description OK, without a body; of a dry run with DryRun */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  Contract_schema: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Name of the file
         * @example brokerage.account.opened.v1.json
         */
        file: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/schema+json': unknown;
        };
      };
    };
  };
}
