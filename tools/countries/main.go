// Command gen writes countries.tsv, the time zones in it, and by which of them numbers live.
//
//	go run herald/tools/countries > pkg/platform/country/countries.tsv
//	go run herald/tools/countries zones > pkg/platform/country/zones.gz
//	go run herald/tools/countries clocks > pkg/platform/country/clocks.tsv
package main

import (
	"fmt"
	"os"

	"herald/tools/countries/clocks"
	"herald/tools/countries/table"
)

func main() {
	text, err := table.Text()
	switch {
	case err != nil:
	case len(os.Args) > 1 && os.Args[1] == "clocks":
		if text, err = clocks.Text(text); err == nil {
			_, err = os.Stdout.WriteString(text)
		}
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
