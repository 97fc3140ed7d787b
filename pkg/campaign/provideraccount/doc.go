// Package provideraccount owns the accounts at providers that staff manage: their values, their keys, and how each provider stands.
//
// # Values and keys
//
// The form of an account is data of the adapter (descriptor.json, account). A value stands in the place of a setting of the
// configuration, a key in that of a secret. The configuration is the default: the account whose id is the adapter's name lies over it,
// other accounts of the adapter stand beside it.
//
// A key is write-only. It is sealed in a row of its own, under the name of the secret that it stands for, so only the functions that
// read the secret read the row. The account notes the version of each key, who wrote it and when. The key before stays valid for a day
// where the adapter takes several: for callbacks that were signed with it.
//
// # Effect
//
// A process reads the accounts again every 20 seconds, and at once when a provider refuses an account. A message that was refused
// for the account's sake goes out again if the account changed (provider.LiveMessenger). A paused account keeps its senders, so its
// orders wait and its receipts are taken.
//
// # State
//
// A sender notes the last success and the last failure of an account, at most once a minute a process. A check of the connection
// runs in the function that sends, because only that function reads the keys.
//
// # Keys of the tables
//
// Table campaign: PROVIDERACCOUNT, PROVIDERKEY#<secret>, PROVIDERSTATE.
package provideraccount
