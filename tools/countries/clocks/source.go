package clocks

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/nyaruka/phonenumbers"
)

// Zones that tell the same time between these tell the same time.
var (
	from  = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	until = time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)
)

// plans are the numbering plans by country.
func plans() (map[string]*phonenumbers.PhoneMetadata, error) {
	all, err := phonenumbers.MetadataCollection()
	if err != nil {
		return nil, err
	}
	by := map[string]*phonenumbers.PhoneMetadata{}
	for _, m := range all.GetMetadata() {
		by[m.GetId()] = m
	}
	return by, nil
}

// library reads the prefixes of international numbers with their zones from libphonenumber's port, whose API gives
// them one number at a time only. The data are the names of zones by lines, then each prefix as its distance to the
// one before, with the number of its zones and the zones.
func library() (map[string][]string, error) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/nyaruka/phonenumbers").Output()
	if err != nil {
		return nil, err
	}
	packed, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "data", "prefix_to_timezone.xml.gz"))
	if err != nil {
		return nil, err
	}
	gz, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(gz)
	if err != nil {
		return nil, err
	}
	r := bytes.NewReader(raw)
	text := make([]byte, word[uint32](r))
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, err
	}
	names := strings.Split(string(text), "\n")
	out, prefix := map[string][]string{}, uint64(0)
	for range word[uint32](r) {
		step, err := binary.ReadUvarint(r)
		if err != nil {
			return nil, err
		}
		prefix += step
		var zones []string
		for range word[uint8](r) {
			zones = append(zones, names[word[uint16](r)])
		}
		out[fmt.Sprint(prefix)] = zones
		if told, err := phonenumbers.GetTimezonesForPrefix(fmt.Sprint(prefix)); err != nil ||
			strings.Join(told, ",") != strings.Join(zones, ",") {
			return nil, errors.Join(fmt.Errorf("clocks: the library tells %v of %d, its data %v", told, prefix, zones), err)
		}
	}
	return out, nil
}

// word is the next number; zero behind the end, which the comparison with the library finds.
func word[T uint8 | uint16 | uint32](r io.Reader) (n T) {
	_ = binary.Read(r, binary.LittleEndian, &n)
	return n
}

// zones are Go's own time zones, not those of the machine.
type zones struct {
	all   *zip.ReadCloser
	known map[string]string
}

func newZones() (*zones, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	all, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	return &zones{all, map[string]string{}}, err
}

// differing gives the first of those zones that tell the same time.
func (z *zones) differing(names []string) (out []string, err error) {
	seen := map[string]bool{}
	for _, name := range names {
		time, err := z.time(name)
		if err != nil {
			return nil, err
		}
		if !seen[time] {
			seen[time], out = true, append(out, name)
		}
	}
	return out, nil
}

// time is what a zone tells: its offsets and when they change.
func (z *zones) time(name string) (string, error) {
	if told, ok := z.known[name]; ok {
		return told, nil
	}
	f, err := z.all.Open(name)
	if err != nil {
		return "", err
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return "", err
	}
	loc, err := time.LoadLocationFromTZData(name, data)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	last := 1
	for at := from; at.Before(until); at = at.Add(time.Hour) { // Time.ZoneBounds stands still at the end of a leap year
		if _, offset := at.In(loc).Zone(); offset != last {
			last = offset
			fmt.Fprintf(&b, "%d from %d,", offset, at.Unix())
		}
	}
	z.known[name] = b.String()
	return b.String(), nil
}
