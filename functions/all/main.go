// Command all holds every function: where Lambda runs it, it is the one that it is named after; "all serve" is all of them in
// one process.
package main

import (
	"os"
	_ "time/tzdata" // for images without time zones

	_ "golang.org/x/crypto/x509roots/fallback" // for images without certificates

	"herald/pkg/app/container"
)

func main() { os.Exit(container.Main(os.Args[1:], os.Stdout)) }
