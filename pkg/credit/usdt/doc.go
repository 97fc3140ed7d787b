// Package usdt sells credit for USDT on TRON, Ethereum and Omni.
//
// # Orders and addresses
//
// An order takes an address of a pool that we watch only. Taking it is a conditional deletion of a free row, keyed
// by the time from which the address may be given away. The rate is frozen. A user keeps its address of a chain for
// its next order, so no user drains the pool. After an order, an address rests before another user may get it.
//
// # Looks
//
// Each look asks the chain anew and believes the last answer alone, because a chain may take back blocks. The block
// that holds a transfer is its first confirmation. A transfer is judged at twelve confirmations and finality. Looks
// happen
//
//   - four times a minute for a submitted hash;
//   - at least every six hours for an address until it has rested;
//   - ten minutes after a look that could not learn anything;
//   - once more after the end of the rest.
//
// Lists of transfers are read to their end. Omni bears one question in ten seconds, so one page a look.
//
// # Credit
//
// Each transfer credits once: a row in the ledger's table names chain, hash and index forever. Further transfers to
// an order are credited too, each by a movement of its own. A transfer belongs to the order that had the address
// when it came. A late transfer is credited at the lower of two rates.
//
// A hash is rejected for a reason: not found, failed, another token, another address, too early, used, later order,
// too small. Another hash may follow.
//
// # Staff
//
// Only users with the right usdtAuth open an order. Staff submit a hash for a customer or give an order up. When few
// addresses remain, staff who may see the pool get one notice until it is filled. An order on a disabled chain goes
// on to its end.
//
// # Keys
//
// Table payment: USDT#<id>, USDTPEND#<user>, USDTADDR#<chain>, USDTFREE#<chain>, USDTLOW#<chain>. Table credit:
// USDTTX#<chain>#<hash>.
package usdt
