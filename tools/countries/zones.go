package main

import (
	"archive/zip"
	"compress/gzip"
	"encoding/binary"
	"io"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// zones packs the time zones of a table of countries, out of Go's own database, as country.Location reads them.
func zones(w io.Writer, table string) error {
	names := map[string]bool{}
	for line := range strings.Lines(table) {
		for _, name := range strings.Split(strings.Split(line, "\t")[2], ",") {
			names[name] = true
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	all, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		return err
	}
	defer func() { _ = all.Close() }() // it was only read
	out, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		f, err := all.Open(name)
		if err != nil {
			return err
		}
		data, err := io.ReadAll(f)
		if err != nil {
			return err
		}
		head := binary.BigEndian.AppendUint16([]byte{byte(len(name))}, uint16(len(data)))
		if _, err := out.Write(slices.Concat(head, []byte(name), data)); err != nil {
			return err
		}
	}
	return out.Close()
}
