// Package emaillink makes the links of emails that lead back to the platform: unsubscribe, clicks and loads.
//
// A link is a sealed token (token.go). It reveals nothing, needs no row and names the recipient by order, generation, chunk and index.
// The token of an unsubscribe link also has the tenant, the sender and the address, so that it works when the order is gone. The token of
// a click has the number of the link in the order's list (store.go). A link whose address was filled per recipient travels in the token
// itself. So no request can name an address, and the platform redirects to nothing that an order did not contain.
//
// Package linkpage serves the links, package linkactivity counts what they tell.
package emaillink
