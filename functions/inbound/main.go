// Command inbound takes the words of recipients: who answers STOP is written to no more.
package main

import "herald/pkg/app"

func main() { app.ServeQueue(app.InboundTasks) }
