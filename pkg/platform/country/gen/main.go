// Command gen writes countries.tsv, and the time zones in it.
//
//	go run herald/pkg/platform/country/gen > pkg/platform/country/countries.tsv
//	go run herald/pkg/platform/country/gen zones > pkg/platform/country/zones.gz
package main

import (
	"fmt"
	"os"

	"herald/pkg/platform/country/gen/table"
)

func main() {
	text, err := table.Text()
	switch {
	case err != nil:
	case len(os.Args) > 1:
		err = zones(os.Stdout, text)
	default:
		_, err = os.Stdout.WriteString(text)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
