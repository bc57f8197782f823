"""TLS for the hub's own broker: an authority made once and kept, and a certificate for the names of this computer."""

import datetime
import ipaddress
import logging
import os
import socket
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tableassist.store.files import bad_file, unwritable

AUTHORITY_YEARS, SERVER_DAYS, RENEW_DAYS = 20, 365, 60
YEAR = datetime.timedelta(days=365)
AN_HOUR = datetime.timedelta(hours=1)
"""Good from an hour ago: a table's clock may be behind."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CertificateFiles:
    folder: Path
    keys: Path
    """Where the authority's key is: the broker has no business there."""

    @property
    def authority(self) -> Path:
        """Handed to every table."""
        return self.folder / "authority.crt"

    @property
    def authority_key(self) -> Path:
        return self.keys / "authority.key"

    @property
    def server(self) -> Path:
        return self.folder / "server.crt"

    @property
    def server_key(self) -> Path:
        return self.folder / "server.key"


def own_host_names(*more: str) -> tuple[str, ...]:
    """By which others may reach this computer: names and addresses."""
    host = socket.gethostname().lower()
    names = {"localhost", "127.0.0.1", "::1", host, f"{host.split('.')[0]}.local", *more}
    with suppress(OSError):
        names |= {str(entry[4][0]).split("%")[0] for entry in socket.getaddrinfo(host, None)}
    return tuple(sorted(name for name in names if name))


def renew_certificates(files: CertificateFiles, names: tuple[str, ...], *, now: datetime.datetime) -> bool:
    """Makes what is missing, and the server's certificate anew where it ends soon or lacks a name. Whether it did."""
    try:
        for folder in (files.folder, files.keys):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not (files.authority.exists() and files.authority_key.exists()):
            _make_authority(files, now)
        if _is_good(files, names, now):
            return False
        _make_server(files, names, now)
    except OSError as problem:
        raise unwritable(files.folder, problem) from None
    return True


def _make_authority(files: CertificateFiles, now: datetime.datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Table Assist league authority")])
    usage = _key_usage(signs_certificates=True)
    builder = _certificate_builder(name, name, key.public_key(), now, AUTHORITY_YEARS * YEAR)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    builder = builder.add_extension(usage, critical=True)
    _write_secret(files.authority_key, _key_to_pem(key))
    files.authority.write_bytes(builder.sign(key, hashes.SHA256()).public_bytes(form.Encoding.PEM))


def _make_server(files: CertificateFiles, names: tuple[str, ...], now: datetime.datetime) -> None:
    authority, signer = _load_authority(files)
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, socket.gethostname()[:64] or "hub")])
    builder = _certificate_builder(
        subject, authority.subject, key.public_key(), now, datetime.timedelta(days=SERVER_DAYS)
    )
    for extension, critical in (
        (x509.BasicConstraints(ca=False, path_length=None), True),
        (_key_usage(signs_certificates=False), True),
        (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False),
        (x509.SubjectAlternativeName([_general_name(name) for name in names]), False),
        (x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), False),
    ):
        builder = builder.add_extension(extension, critical=critical)
    _write_secret(files.server_key, _key_to_pem(key))
    files.server.write_bytes(builder.sign(signer, hashes.SHA256()).public_bytes(form.Encoding.PEM))


def _is_good(files: CertificateFiles, names: tuple[str, ...], now: datetime.datetime) -> bool:
    if not (files.server.exists() and files.server_key.exists()):
        return False
    try:
        certificate = x509.load_pem_x509_certificate(files.server.read_bytes())
        certificate.verify_directly_issued_by(_load_authority(files)[0])
        held = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound) as problem:
        log.warning("the broker's certificate is made anew: %s", problem)
        return False
    ends_soon = certificate.not_valid_after_utc - now < datetime.timedelta(days=RENEW_DAYS)
    return not ends_soon and {_general_name(name) for name in names} <= set(held)


def _load_authority(files: CertificateFiles) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    try:
        certificate = x509.load_pem_x509_certificate(files.authority.read_bytes())
        key = form.load_pem_private_key(files.authority_key.read_bytes(), password=None)
    except (ValueError, TypeError) as problem:
        raise bad_file(files.authority, "not a certificate with its key: {problem}", problem=str(problem)) from None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise bad_file(files.authority_key, "got another kind of key, expected an elliptic curve")
    return certificate, key


def _certificate_builder(
    subject: x509.Name,
    issuer: x509.Name,
    public: ec.EllipticCurvePublicKey,
    now: datetime.datetime,
    good_for: datetime.timedelta,
) -> x509.CertificateBuilder:
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(public)
    builder = builder.serial_number(x509.random_serial_number())
    builder = builder.not_valid_before(now - AN_HOUR).not_valid_after(now + good_for)
    return builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)


def _key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _key_to_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())


def _write_secret(path: Path, content: bytes) -> None:
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
