// Command receipt merges the provider's receipts.
package main

import "herald/pkg/app"

func main() { app.ServeBatches(app.ReceiptTasks) }
