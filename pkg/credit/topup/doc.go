// Package topup sells credit for money through payment providers: WeChat Pay, Alipay and a gateway, by a code to
// scan or on the provider's page.
//
// # Truth
//
// A payment is credited after a query alone. A callback, a returning browser and the tick only cause a query. The
// crediting movement writes ledger, order and the payment's id in one transaction. The payment's id stays in the
// ledger's table forever, so a payment credits once.
//
// # Orders
//
// An order is written before the provider is called. Its id is its number at the provider. It is opened again with
// the same content after a lost answer. It keeps currency, rate and credit of its moment: its amount is rounded up
// to the cent and buys exactly the credit shown to the payer. Another amount buys by the same rate. A payment in
// another currency credits nothing.
//
// An order is asked about every 20 seconds while a payment is likely. A payer's look makes it sooner, at most every
// 8 seconds. After it was given up, it is asked about ever less for three days. A payment below the amount fails the
// order's purpose and credits what was paid.
//
// # Purposes
//
// An order may buy something else than credit, such as a year of the service. Its crediting transaction then extends
// that instead, and what is above or below the price becomes credit.
//
// # Refunds
//
// Staff give a payment back by the way on which it came. The movement that takes the credit writes the refund. The
// refund is asked about until it is known: query first, then the refund under the same number. A refusal returns the
// credit. After a day, with an alarm, so does a refund that the provider accepted and does not know.
//
// # Reconciliation
//
// Bills of three days, or queries for ten days of orders, find payments without a callback.
//
// # Keys
//
// Table payment: TOPUP#<id> (O order, A last question, F# refunds), REFUND#<id>. Table credit: PAID#<provider>.
package topup
