// Package move copies all data of an installation to a folder and from there into another installation, between DynamoDB, SQS and S3 on
// one side and PostgreSQL on the other.
//
// The folder has:
//
//	herald.json                      the Header
//	SHA256SUMS                       a checksum a file, as sha256sum -c reads them; written last
//	rows/<table>-<segment>-<n>.zst   a row a line, in DynamoDB's JSON with sorted names
//	files/<bucket>-<n>.tar.zst       files with their content type
//	messages/<queue>-<n>.zst         a Message a line
package move

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Version is the version of the folder's form. A program reads the version that it writes.
const Version = 1

// Schema is the version of the rows. It rises when a program cannot read rows of an older one.
const Schema = 1

const (
	product    = "herald"
	headerFile = "herald.json"
	sumsFile   = "SHA256SUMS"
)

// Header says what a folder holds.
type Header struct {
	Product string    `json:"product"`
	Format  int       `json:"format"`
	Schema  int       `json:"schema"`
	ID      string    `json:"id"`    // of the export
	Name    string    `json:"name"`  // HERALD_NAME
	Home    string    `json:"home"`  // aws or postgres: where rows and messages were
	Files   string    `json:"files"` // s3 or postgres
	At      time.Time `json:"at"`
	Live    bool      `json:"live"` // the product served meanwhile: a rehearsal

	Tables  []Count `json:"tables"`
	Buckets []Count `json:"buckets"`
	Queues  []Count `json:"queues"` // dead letters included
	Books   Books   `json:"books"`
	// Keys are fingerprints of the keys that seal parts of the data, by the variable that holds them. The keys are not in the folder.
	Keys map[string][]string `json:"keys"`
}

// Count is how many rows, files or messages there are, and their bytes without compression.
type Count struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
	Bytes int64  `json:"bytes"`
}

// ReadHeader gives the header of a folder. It refuses a folder that this program cannot read.
func ReadHeader(folder string) (*Header, error) {
	text, err := os.ReadFile(filepath.Join(folder, headerFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s holds no export: it has no %s; name the folder of a whole export", folder, headerFile)
	}
	if err != nil {
		return nil, err
	}
	h := &Header{}
	if err := json.Unmarshal(text, h); err != nil || h.Product != product {
		return nil, fmt.Errorf("%s is not the header of an export of Herald: copy the folder again", headerFile)
	}
	switch {
	case h.Format > Version || h.Schema > Schema:
		return nil, fmt.Errorf("the export has format %d and schema %d, this program reads up to %d and %d: import it with the newer program",
			h.Format, h.Schema, Version, Schema)
	case h.Format < Version || h.Schema < Schema:
		return nil, fmt.Errorf("the export has format %d and schema %d, this program reads %d and %d: export again with this version of Herald",
			h.Format, h.Schema, Version, Schema)
	}
	return h, nil
}

// canonical writes a document with its names in order, so that two exports of one row are equal.
func canonical(doc []byte) ([]byte, error) {
	var row map[string]any
	if err := json.Unmarshal(doc, &row); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(row); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}
