// Package gate tells who may not be written to: suppressions, the consent that a country requires, the cap of messages
// per recipient and the recipient's hours.
//
// The inbox asks it for a single message, an estimate for all of its recipients, and a worker before its calls.
package gate
