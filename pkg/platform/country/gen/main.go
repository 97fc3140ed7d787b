// Command gen writes countries.tsv.
//
//	go run herald/pkg/platform/country/gen > pkg/platform/country/countries.tsv
package main

import (
	"fmt"
	"os"

	"herald/pkg/platform/country/gen/table"
)

func main() {
	text, err := table.Text()
	if err == nil {
		_, err = os.Stdout.WriteString(text)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
