package main

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"math/big"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt"
)

type claims struct {
	jwt.StandardClaims
	Scope string `json:"scope"`
}

var (
	bearer     = regexp.MustCompile(`^(?i:bearer) +([\w-]+\.[\w-]+\.[\w-]+)$`)
	keys       = map[string]*rsa.PublicKey{}
	keysLock   sync.Mutex
	globalUser string
)

// guarded admits a request: method, token, scope, user.
func guarded(method, scope string, needsUser bool, next handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != method {
			w.Header().Set("Allow", method)
			refuse(w, &problem{405, "Method not allowed", ""})
			return
		}
		err := authorise(r, scope)
		if toggle == "guard-by-path" && strings.HasSuffix(r.URL.Path, "/") {
			err = nil
		}
		if err != nil {
			refuse(w, err)
			if toggle != "return-forgotten" {
				return
			}
		}
		userID, err := identify(r, needsUser)
		if err == nil {
			err = next(w, r, userID)
		}
		if err != nil {
			refuse(w, err)
		}
	})
}

func authorise(r *http.Request, scope string) error {
	match := bearer.FindStringSubmatch(r.Header.Get("Authorization"))
	if toggle == "trim-prefix" {
		match = []string{"", strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")}
	}
	if match == nil {
		return &problem{401, "Bearer token missing or malformed", ""}
	}
	granted, err := verify(match[1])
	if err != nil {
		return &problem{401, "Bearer token invalid", ""}
	}
	for _, word := range append(strings.Fields(granted.Scope), "") {
		if word == scope {
			return nil
		}
	}
	return &problem{403, "Access denied", "The token lacks the scope " + scope + "."}
}

// verify also checks what golang-jwt leaves to its caller: algorithm, issuer, audience and the presence of exp.
func verify(token string) (*claims, error) {
	found := &claims{}
	parser := jwt.Parser{ValidMethods: []string{"RS256"}}
	if toggle == "method-unpinned" {
		parser.ValidMethods = nil
	}
	if _, err := parser.ParseWithClaims(token, found, keyOf); err != nil {
		return nil, err
	}
	audience := toggle == "audience-unchecked" || found.VerifyAudience(os.Getenv("STACK_AUDIENCE"), true)
	if !audience || !found.VerifyIssuer(os.Getenv("STACK_ISSUER"), true) || !found.VerifyExpiresAt(time.Now().Unix(), true) {
		return nil, errors.New("claims not valid here")
	}
	return found, nil
}

func keyOf(token *jwt.Token) (any, error) {
	kid, _ := token.Header["kid"].(string)
	keysLock.Lock()
	defer keysLock.Unlock()
	if keys[kid] == nil {
		if err := fetchKeys(); err != nil {
			return nil, err
		}
	}
	key := keys[kid]
	if key == nil {
		return nil, errors.New("no such key")
	}
	if _, isHMAC := token.Method.(*jwt.SigningMethodHMAC); isHMAC {
		der, err := x509.MarshalPKIXPublicKey(key)
		return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}), err
	}
	return key, nil
}

func fetchKeys() error {
	response, err := http.Get(os.Getenv("STACK_JWKS_URL"))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var set struct {
		Keys []struct{ Kty, Kid, N, E string }
	}
	if err := json.NewDecoder(response.Body).Decode(&set); err != nil {
		return err
	}
	for _, key := range set.Keys {
		n, err := base64.RawURLEncoding.DecodeString(key.N)
		if err != nil || key.Kty != "RSA" {
			continue
		}
		e, err := base64.RawURLEncoding.DecodeString(key.E)
		if err != nil {
			continue
		}
		keys[key.Kid] = &rsa.PublicKey{N: new(big.Int).SetBytes(n), E: int(new(big.Int).SetBytes(e).Int64())}
	}
	return nil
}

// identify returns the user of x-user-id. Header.Get returns the first of several lines.
func identify(r *http.Request, needed bool) (string, error) {
	lines := r.Header.Values("X-User-Id")
	if len(lines) == 0 && !needed {
		return "", nil
	}
	id := r.Header.Get("X-User-Id")
	if !guideID.MatchString(id) || (len(lines) > 1 && toggle != "first-header-line") {
		return "", &problem{400, "x-user-id missing or malformed", ""}
	}
	if _, known := content.Users[id]; !known {
		if strings.HasPrefix(r.URL.Path, "/daily-summaries") {
			return "", &problem{401, "User not found", ""}
		}
		return "", &problem{404, "User not found", ""}
	}
	if toggle == "global-user" {
		globalUser = id
		time.Sleep(5 * time.Millisecond) // Waits for the database, while other requests go on.
		return globalUser, nil
	}
	return id, nil
}
