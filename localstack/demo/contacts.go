package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"herald/localstack/numbers"
)

// contacts is the file that is imported; want is nil when it is somebody's own, of which nothing is known.
type contacts struct {
	name    string
	content []byte
	want    *numbers.Expected
}

// openContacts reads the file, or makes one of 70,000 rows for the country with wrong rows in between.
func openContacts(name, country string) (contacts, error) {
	if name != "" {
		content, err := os.ReadFile(name)
		if err != nil {
			return contacts{}, err
		}
		say("file       %s, %d bytes", name, len(content))
		return contacts{name: filepath.Base(name), content: content}, nil
	}
	began := time.Now()
	var out bytes.Buffer
	want, err := numbers.File(&out, numbers.Options{Country: country, Seed: uint64(began.UnixNano())})
	if err != nil {
		return contacts{}, err
	}
	say("file       %s rows of %s made in %.1f s, %s bytes: %s good, %s twice, %s wrong, and empty rows", group(want.Total), country,
		time.Since(began).Seconds(), group(out.Len()), group(want.Imported), group(want.Duplicated), group(want.Failed))
	return contacts{name: fmt.Sprintf("contacts-%s.xlsx", country), content: out.Bytes(), want: &want}, nil
}

// group writes a number with commas.
func group(n int) string {
	text := fmt.Sprint(n)
	for at := len(text) - 3; at > 0 && text[at-1] != '-'; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
