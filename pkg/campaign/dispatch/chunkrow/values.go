package chunkrow

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"io"
)

// packValues and unpackValues keep the placeholder values of a chunk compressed: one write unit for what would be thirty.
func PackValues(values [][]string) ([]byte, error) {
	raw, err := json.Marshal(values)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	w, err := flate.NewWriter(&buf, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(raw); err != nil {
		return nil, err
	}
	err = w.Close()
	return buf.Bytes(), err
}

func UnpackValues(packed []byte) ([][]string, error) {
	if len(packed) == 0 {
		return nil, nil
	}
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return nil, err
	}
	var values [][]string
	err = json.Unmarshal(raw, &values)
	return values, err
}

// Address is the address of a recipient whose number is the code of one: the first of its values.
func (r Recipients) Address(i int) (string, error) {
	values, err := UnpackValues(r.Values)
	if err != nil || i >= len(values) || len(values[i]) == 0 {
		return "", err
	}
	return values[i][0], nil
}
