package country

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"sync"
	"time"
)

// zones are the time zones of all countries, written by gen: a ninth of time/tzdata, which every function would carry.
//
//go:embed zones.gz
var zones []byte

func readZones() (map[string][]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(zones))
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(r)
	all := map[string][]byte{}
	for len(raw) > 3 { // length of the name, length of the data, both
		name, data := int(raw[0]), int(binary.BigEndian.Uint16(raw[1:]))
		all[string(raw[3:3+name])] = raw[3+name : 3+name+data]
		raw = raw[3+name+data:]
	}
	return all, err
}

// unpacked has no initial value that names the zones: functions that ask for none need not carry them.
var unpacked struct {
	sync.Once
	zones map[string][]byte
	err   error
}

// Location is a time zone that a country has. The first asked for costs 3 ms, and a later one is unpacked anew: keep it.
func Location(name string) (*time.Location, error) {
	unpacked.Do(func() { unpacked.zones, unpacked.err = readZones() })
	if unpacked.err != nil {
		return nil, fmt.Errorf("country: zones: %w", unpacked.err) // embedded at build time
	}
	data, ok := unpacked.zones[name]
	if !ok {
		return nil, fmt.Errorf("country: no country has the time zone %q", name)
	}
	return time.LoadLocationFromTZData(name, data)
}
