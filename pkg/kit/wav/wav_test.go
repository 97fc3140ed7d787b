package wav_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"testing"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/wav"
)

// file is a WAV file with these samples, preceded by other chunks.
func file(code, channels, rate, bits int, samples []byte) []byte {
	f := make([]byte, 16)
	binary.LittleEndian.PutUint16(f, uint16(code))
	binary.LittleEndian.PutUint16(f[2:], uint16(channels))
	binary.LittleEndian.PutUint32(f[4:], uint32(rate))
	binary.LittleEndian.PutUint16(f[14:], uint16(bits))
	out := []byte("RIFF\x00\x00\x00\x00WAVE")
	chunk := func(name string, body []byte) {
		out = append(out, name...)
		out = binary.LittleEndian.AppendUint32(out, uint32(len(body)))
		if out = append(out, body...); len(body)%2 == 1 {
			out = append(out, 0)
		}
	}
	chunk("LIST", []byte("odd"))
	chunk("fmt ", f)
	chunk("data", samples)
	return out
}

// sine is one second at half of the maximum amplitude, with 8,000 samples.
func sine(of func(v float64) []byte) (out []byte) {
	for i := range 8000 {
		out = append(out, of(math.Sin(float64(i)/5)/2)...)
	}
	return out
}

// Every telephone encoding gives the same duration and loudness.
func TestWhatIsInAFile(t *testing.T) {
	law := func(table func(b byte) float64) func(v float64) []byte {
		return func(v float64) []byte {
			best, near := byte(0), 9.0
			for b := range 256 {
				if d := math.Abs(table(byte(b)) - v); d < near {
					best, near = byte(b), d
				}
			}
			return []byte{best}
		}
	}
	mu := func(b byte) float64 { // ITU-T G.711, table 2
		b = ^b
		m := float64((int(b&15)<<3+132)<<(b>>4&7)-132) / 32124
		if b&0x80 != 0 {
			return -m
		}
		return m
	}
	for name, f := range map[string][]byte{
		"8 bits":  file(1, 1, 8000, 8, sine(func(v float64) []byte { return []byte{byte(128 + v*127)} })),
		"16 bits": file(1, 1, 8000, 16, sine(func(v float64) []byte { return binary.LittleEndian.AppendUint16(nil, uint16(int16(v*32767))) })),
		"24 bits": file(1, 1, 8000, 24,
			sine(func(v float64) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(int32(v*8388607)))[:3] })),
		"32 bits": file(1, 1, 8000, 32,
			sine(func(v float64) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(int32(v*math.MaxInt32))) })),
		"mu-law": file(7, 1, 8000, 8, sine(law(mu))),
		"stereo": file(1, 2, 8000, 8, sine(func(v float64) []byte { return []byte{128, byte(128 + v*127)} })),
	} {
		i, err := wav.Inspect(f)
		if err != nil || i.Milliseconds != 1000 || math.Abs(i.Peak-0.5) > 0.02 || len(i.Wave) != wav.Peaks || i.Wave[5] < 120 || i.Wave[5] > 132 {
			t.Errorf("%s: %+v (%v)", name, i, err)
		}
	}
	if i, err := wav.Inspect(file(6, 1, 8000, 8, []byte{0xd5, 0xaa, 0x2a, 0x55, 0xd5, 0xd5, 0xd5, 0xd5})); err != nil ||
		i.Encoding != wav.ALaw || i.Peak != 1 || i.Wave[0] > 1 {
		t.Errorf("A-law: %+v (%v)", i, err)
	}
}

// A file that is no telephone audio is refused with the name of its format.
func TestWhatIsNoRecording(t *testing.T) {
	loud := sine(func(v float64) []byte { return []byte{byte(128 + v*127)} })
	good := file(1, 1, 8000, 8, loud)
	for name, one := range map[string]struct {
		file []byte
		key  string
	}{
		"nothing": {nil, "wav.other"}, "an mp3": {append([]byte("ID3"), make([]byte, 100)...), "wav.other"},
		"a film":         {append([]byte("RIFF\x00\x00\x00\x00AVI "), good[12:]...), "wav.other"},
		"its head alone": {good[:12], "wav.other"}, "no samples": {good[:len(good)-len(loud)-8], "wav.cut"},
		"half of it": {good[:len(good)/2], "wav.cut"},
		"compressed": {file(0x55, 1, 8000, 16, loud), "wav.encoding"}, "floating": {file(3, 1, 8000, 32, loud), "wav.encoding"},
		"12 bits": {file(1, 1, 8000, 12, loud), "wav.encoding"},
		"slow":    {file(1, 1, 4000, 8, loud), "wav.rate"}, "fast": {file(1, 1, 96000, 8, loud), "wav.rate"},
		"no rate":    {file(1, 1, 0, 8, loud), "wav.rate"},
		"no channel": {file(1, 0, 8000, 8, loud), "wav.channels"}, "three channels": {file(1, 3, 8000, 8, loud), "wav.channels"},
		"no sound": {file(1, 1, 8000, 8, nil), "wav.empty"}, "silence": {file(7, 1, 8000, 8, make7f(8000)), "wav.silent"},
	} {
		_, err := wav.Inspect(one.file)
		if f := fault.As(err); f == nil || len(f.Fields) != 1 || f.Fields[0].Key != one.key {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func make7f(n int) []byte {
	out := make([]byte, n)
	for i := range out {
		out[i] = 0x7f
	}
	return out
}

// A file that is made of samples contains them.
func TestAFileOfSamples(t *testing.T) {
	samples := sine(func(v float64) []byte { return binary.LittleEndian.AppendUint16(nil, uint16(int16(v*32767))) })
	i, err := wav.Inspect(wav.Of(samples, 16000))
	if err != nil || i.Rate != 16000 || i.Milliseconds != 500 || i.Channels != 1 || i.Bits != 16 || i.Encoding != wav.PCM {
		t.Errorf("%+v (%v)", i, err)
	}
}

// For any content Look fails only with a refusal.
func FuzzLook(f *testing.F) {
	f.Add(file(1, 2, 8000, 16, make([]byte, 64)))
	f.Add([]byte("RIFF\x00\x00\x00\x00WAVEdata\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := wav.Inspect(data); err != nil && fault.As(err) == nil {
			t.Error(err)
		}
	})
}

// Programs that write to a pipe leave unknown sizes in the header; the samples then end with the file.
func TestFilesThatWereWrittenByPipes(t *testing.T) {
	for _, name := range []string{"pipe-7fffffff.wav", "pipe-ffffffff.wav", "pipe-zero.wav"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		i, err := wav.Inspect(data)
		if err != nil || i.Milliseconds != 1000 {
			t.Errorf("%s: %+v %v", name, i, err)
		}
	}
	samples := bytes.Repeat([]byte{0, 64, 0, 192}, 4000)
	for name, c := range map[string]struct {
		whole, size uint32
		fault       string
	}{
		"sox": {0x7ffff024, 0x7ffff000, ""}, "0 in the head of the whole": {0, 0, ""}, "0 and ffffffff": {0xffffffff, 0, ""},
		"no samples, and it says so": {36, 0, "wav.empty"},
		"more than there is":         {0x40000024, 0x40000000, "wav.cut"}, "just more than there is": {16038, 16002, "wav.cut"},
	} {
		data := wav.Of(samples, 8000)
		binary.LittleEndian.PutUint32(data[4:], c.whole)
		binary.LittleEndian.PutUint32(data[40:], c.size)
		i, err := wav.Inspect(data)
		if c.fault == "" && (err != nil || i.Milliseconds != 1000) || c.fault != "" && !fault.Is(err, c.fault) {
			t.Errorf("%s: %+v %v", name, i, err)
		}
	}
}
