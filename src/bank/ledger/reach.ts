/**
 * SQL for a room above that asks about many accounts along with something else: whether the
 * customer still reaches the account, owned or under the agreement when there is one. The same
 * rule as `accountsOf`.
 */
export const reachesSql = (of: { account: string; customer: string; agreement: string }): string =>
  `(case when ${of.agreement} is null then exists (
      select from account owned where owned.world_id = $1 and owned.id = ${of.account}
        and owned.owner_id = ${of.customer})
    else exists (
      select from engagement engaged where engaged.world_id = $1
        and engaged.agreement_id = ${of.agreement} and engaged.customer_id = ${of.customer}
        and engaged.account_id = ${of.account} and 'VIEW' = any (engaged.roles)) end)`
